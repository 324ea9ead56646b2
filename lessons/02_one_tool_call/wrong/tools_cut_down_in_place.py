"""caught by: test_a_spec_is_name_description_and_parameters

The tools themselves are cut down to what a provider may see, and cannot be run any more.
"""


def tool_specs(tools):
    for tool in tools:
        for key in list(tool):
            if key not in ("name", "description", "parameters"):
                del tool[key]
    return [{key: tool[key] for key in ("name", "description", "parameters")} for tool in tools]
