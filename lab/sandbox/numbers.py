"""The numbers of the system calls that the walls use or deny, for x86_64 and aarch64.

From the kernel's `unistd_64.h` and `asm-generic/unistd.h`. A dash: the machine has no such call.
"""

import platform
import sys

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # AUDIT_ARCH_*, linux/audit.h
X32_BIT = 0x40000000
# Calls newer than these are answered with ENOSYS, and libc falls back to older ones.
FIRST_UNKNOWN = 450

_TABLE = """
acct 163 89            add_key 248 217         adjtimex 159 171         bind 49 200
bpf 321 280            capset 126 91           chmod 90 -               chown 92 -
chroot 161 51          clock_adjtime 305 266   clock_settime 227 112    clone 56 220
clone3 435 435         connect 42 203          delete_module 176 106    execve 59 221
execveat 322 281       fanotify_init 300 262   fchmod 91 52             fchmodat 268 53
fchown 93 55           fchownat 260 54         fcntl 72 25              finit_module 313 273
fork 57 -              fremovexattr 199 16     fsconfig 431 431         fsetxattr 190 7
fsmount 432 432        fsopen 430 430          fspick 433 433           futimesat 261 -
init_module 175 105    inotify_init 253 -      inotify_init1 294 26     io_uring_enter 426 426
io_uring_register 427 427                      io_uring_setup 425 425   ioctl 16 29
ioperm 173 -           iopl 172 -              ioprio_set 251 30        kcmp 312 272
kexec_file_load 320 294                        kexec_load 246 104       keyctl 250 219
kill 62 129            landlock_add_rule 445 445
landlock_create_ruleset 444 444                landlock_restrict_self 446 446
lchown 94 -            listen 50 201           lookup_dcookie 212 18    lremovexattr 198 15
lsetxattr 189 6        memfd_create 319 279    memfd_secret 447 447     migrate_pages 256 238
modify_ldt 154 -       mount 165 40            mount_setattr 442 442    move_mount 429 429
move_pages 279 239     mq_open 240 180         msgget 68 186            name_to_handle_at 303 264
open_by_handle_at 304 265                      open_tree 428 428        perf_event_open 298 241
personality 135 92     pidfd_getfd 438 438     pidfd_open 434 434       pidfd_send_signal 424 424
pivot_root 155 41      prlimit64 302 261       process_madvise 440 440  process_mrelease 448 448
process_vm_readv 310 270                       process_vm_writev 311 271
ptrace 101 117         quotactl 179 60         quotactl_fd 443 443      reboot 169 142
removexattr 197 14     request_key 249 218     rt_sigqueueinfo 129 138
rt_tgsigqueueinfo 297 240                      sched_setaffinity 203 122
sched_setattr 314 274  sched_setparam 142 118  sched_setscheduler 144 119
semget 64 190          setdomainname 171 162   sethostname 170 161      setns 308 268
setpriority 141 140    settimeofday 164 170    setxattr 188 5           shmget 29 194
socket 41 198          socketpair 53 199       swapoff 168 225          swapon 167 224
sync 162 81            syslog 103 116          tgkill 234 131           tkill 200 130
truncate 76 45         umount2 166 39          unshare 272 97           userfaultfd 323 282
uselib 134 -           utime 132 -             utimensat 280 88         utimes 235 -
vfork 58 -             vhangup 153 58
"""


def machine() -> str | None:
    """The machine's name when it runs Linux and its numbers are known here, else None."""
    if sys.platform != "linux":
        return None
    name = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower())
    found = name or platform.machine()
    return found if found in ARCHITECTURES else None


def numbers(name: str) -> dict[str, int]:
    """The calls that this machine has, by name."""
    column = 1 + list(ARCHITECTURES).index(name)
    words = _TABLE.split()
    rows = [words[index : index + 3] for index in range(0, len(words), 3)]
    return {row[0]: int(row[column]) for row in rows if row[column] != "-"}
