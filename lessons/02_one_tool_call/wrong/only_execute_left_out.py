"""caught by: test_a_spec_is_name_description_and_parameters

All keys but execute are sent: hints for the system prompt go to the provider, too.
"""


def tool_specs(tools):
    return [{key: tool[key] for key in tool if key != "execute"} for tool in tools]
