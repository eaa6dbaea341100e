"""Runs a program under a seccomp profile, as a container engine does: under-profile.py PROFILE PROGRAM [ARGUMENT …]

The filter is made by libseccomp, which Docker, Podman and containerd use for theirs. Only what seccomp.json has is known:
one default action, and system calls that fail whatever their arguments are.
"""

import ctypes
import json
import os
import sys

library = ctypes.CDLL("libseccomp.so.2")
library.seccomp_init.restype = ctypes.c_void_p
library.seccomp_init.argtypes = [ctypes.c_uint32]
library.seccomp_rule_add_array.argtypes = [
    ctypes.c_void_p,
    ctypes.c_uint32,
    ctypes.c_int,
    ctypes.c_uint,
    ctypes.c_void_p,
]
library.seccomp_load.argtypes = [ctypes.c_void_p]

ALLOW = 0x7FFF0000
ERRNO = 0x00050000

with open(sys.argv[1], encoding="utf-8") as file:
    profile = json.load(file)
assert profile["defaultAction"] == "SCMP_ACT_ALLOW"

rules = library.seccomp_init(ALLOW)
for group in profile["syscalls"]:
    assert group["action"] == "SCMP_ACT_ERRNO"
    for name in group["names"]:
        number = library.seccomp_syscall_resolve_name(name.encode())
        # Engines also pass over calls that their libseccomp or the processor does not have.
        if number >= 0:
            failure = library.seccomp_rule_add_array(rules, ERRNO | group["errnoRet"], number, 0, None)
            assert failure == 0, name
assert library.seccomp_load(rules) == 0

os.execvp(sys.argv[2], sys.argv[2:])
