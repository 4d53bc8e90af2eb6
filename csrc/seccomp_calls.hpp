// Tables of the syscall filter. Numbers from 424 on are the same on all architectures and given as numbers,
// since the kernel headers of the build may be older than the kernel of the run.
#pragma once

#include <sys/syscall.h>

#include <cstdint>

namespace effibench::calls {

constexpr int kClone3 = 435;

// Denied without a look at the arguments.
constexpr int kDenied[] = {
    // Other processes: their memory, descriptors, state.
    __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_kcmp,
    424 /* pidfd_send_signal */, 434 /* pidfd_open */, 438 /* pidfd_getfd */, 440 /* process_madvise */,
    448 /* process_mrelease */, __NR_tkill,
    // Leaving the process group, by which the whole tree is killed.
    __NR_setsid, __NR_setpgid,
    // Where, when and with what weight it runs: set by us, identical for both sides of a comparison.
    __NR_sched_setaffinity, __NR_sched_setscheduler, __NR_sched_setparam, __NR_sched_setattr, __NR_setpriority,
    __NR_ioprio_set, __NR_mbind, __NR_set_mempolicy, 450 /* set_mempolicy_home_node */, __NR_migrate_pages,
    __NR_move_pages, __NR_setrlimit,
    // New sockets of any family (a Unix socket leads out of a network namespace too). The control socket is
    // already open and connected: read, write, send, sendmsg and recvmsg go on working, see also sendto, socketpair.
    __NR_socket, __NR_connect, __NR_bind, __NR_listen, __NR_accept, __NR_accept4,
    // Ways round this filter or into the kernel.
    __NR_seccomp, __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_personality,
    425 /* io_uring_setup */, 426 /* io_uring_enter */, 427 /* io_uring_register */, 447 /* memfd_secret */,
    460 /* lsm_set_self_attr */, __NR_add_key, __NR_request_key, __NR_keyctl, __NR_lookup_dcookie, __NR_syslog,
    __NR_kexec_load, __NR_kexec_file_load, __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_nfsservctl,
    // Namespaces and mounts.
    __NR_unshare, __NR_setns, __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, 428 /* open_tree */,
    429 /* move_mount */, 430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */,
    442 /* mount_setattr */, 457 /* statmount */, 458 /* listmount */, 467 /* open_tree_attr */,
    // Channels that outlive the process or reach others: System V IPC, POSIX queues, file watches.
    __NR_shmget, __NR_shmat, __NR_shmctl, __NR_shmdt, __NR_semget, __NR_semop, __NR_semtimedop, __NR_semctl,
    __NR_msgget, __NR_msgsnd, __NR_msgrcv, __NR_msgctl, __NR_mq_open, __NR_mq_unlink, __NR_mq_timedsend,
    __NR_mq_timedreceive, __NR_mq_notify, __NR_mq_getsetattr, __NR_inotify_init1, __NR_inotify_add_watch,
    __NR_fanotify_init, __NR_fanotify_mark,
    // The machine: clocks, names, swap, accounting, quotas, files by handle.
    __NR_clock_settime, __NR_settimeofday, __NR_adjtimex, __NR_clock_adjtime, __NR_sethostname, __NR_setdomainname,
    __NR_swapon, __NR_swapoff, __NR_reboot, __NR_acct, __NR_quotactl, 443 /* quotactl_fd */, __NR_vhangup,
    __NR_name_to_handle_at, __NR_open_by_handle_at,
#ifdef __x86_64__
    __NR_inotify_init, __NR_iopl, __NR_ioperm, __NR_modify_ldt,
    // Long gone or never there, but still numbered.
    134 /* uselib */, 136 /* ustat */, 139 /* sysfs */, 156 /* _sysctl */, 174 /* create_module */,
    177 /* get_kernel_syms */, 178 /* query_module */, 181 /* getpmsg */, 182 /* putpmsg */, 183 /* afs_syscall */,
    184 /* tuxcall */, 185 /* security */, 236 /* vserver */,
#endif
};

// Creation of processes other than by clone (whose flags are inspected).
#ifdef __x86_64__
constexpr int kForks[] = {__NR_fork, __NR_vfork};
#else
constexpr int kForks[] = {kClone3};  // this architecture has neither; clone3 is denied anyway
#endif
constexpr int kExecs[] = {__NR_execve, __NR_execveat};

// What changes a file without writing to it. Landlock has no say in these.
constexpr int kMetadata[] = {
    __NR_fchown, __NR_fchownat, __NR_setxattr, __NR_lsetxattr, __NR_fsetxattr, 463 /* setxattrat */,
    __NR_removexattr, __NR_lremovexattr, __NR_fremovexattr, 466 /* removexattrat */, 469 /* file_setattr */,
#ifdef __x86_64__
    __NR_chown, __NR_lchown,
#endif
};
// Honest programs copy modes and times without a need to, and stop if they cannot.
#ifdef __x86_64__
constexpr int kModes[] = {__NR_fchmod, __NR_fchmodat, 452 /* fchmodat2 */, __NR_chmod};
constexpr int kTimesSecond[] = {__NR_utime, __NR_utimes};  // the times are the second argument
constexpr int kTimesThird[] = {__NR_utimensat, __NR_futimesat};
#else
constexpr int kModes[] = {__NR_fchmod, __NR_fchmodat, 452 /* fchmodat2 */};
constexpr int kTimesThird[] = {__NR_utimensat};
#endif

constexpr int kOpenat2 = 437;  // its flags lie in memory, where a filter cannot look
constexpr uint32_t kAccessMode = 3;
constexpr uint32_t kTruncate = 01000;

constexpr uint32_t kUnixFamily = 1;
constexpr uint32_t kSocketTypeMask = 0xf;
constexpr uint32_t kStreamType = 1;

// Signals to a process named by the first argument.
constexpr int kSignals[] = {__NR_kill, __NR_tgkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo};

// clone: namespaces, and CLONE_PARENT, which would hand the child to our zygote. (CLONE_NEWTIME is no clone flag.)
constexpr uint32_t kCloneThread = 0x00010000;
constexpr uint32_t kCloneDenied = 0x00020000 /* NEWNS */ | 0x02000000 /* NEWCGROUP */ | 0x04000000 /* NEWUTS */ |
                                  0x08000000 /* NEWIPC */ | 0x10000000 /* NEWUSER */ | 0x20000000 /* NEWPID */ |
                                  0x40000000 /* NEWNET */ | 0x00008000 /* PARENT */;

constexpr uint32_t kPrSetDumpable = 4;  // only to 0
constexpr uint32_t kPrctlDenied[] = {
    1 /* SET_PDEATHSIG */,
    14 /* SET_TIMING */,
    22 /* SET_SECCOMP */,
    26 /* SET_TSC: makes rdtsc trap */,
    28 /* SET_SECUREBITS */,
    31 /* TASK_PERF_EVENTS_DISABLE */,
    32 /* TASK_PERF_EVENTS_ENABLE */,
    33 /* MCE_KILL */,
    35 /* SET_MM */,
    36 /* SET_CHILD_SUBREAPER */,
    53 /* SET_SPECULATION_CTRL: changes the speed */,
    59 /* SET_SYSCALL_USER_DISPATCH */,
    62 /* SCHED_CORE */,
    67 /* SET_MEMORY_MERGE: changes the memory that is measured */,
    0x59616d61 /* SET_PTRACER */,
};

// A file's owner gets its signals, of any number, without passing through kill.
constexpr uint32_t kFcntlDenied[] = {8 /* F_SETOWN */, 10 /* F_SETSIG */, 15 /* F_SETOWN_EX */, 1024 /* F_SETLEASE */,
                                     1026 /* F_NOTIFY */, 1036 /* F_SET_RW_HINT: stays with the file */,
                                     1038 /* F_SET_FILE_RW_HINT */};
constexpr uint32_t kIoctlDenied[] = {
    0x8901 /* FIOSETOWN */,
    0x8902 /* SIOCSPGRP */,
    0x5412 /* TIOCSTI: types into a terminal */,
    0x541C /* TIOCLINUX */,
    // Flags of files, which outlive what is in them.
    0x40086602 /* FS_IOC_SETFLAGS */,
    0x40046602 /* FS_IOC32_SETFLAGS */,
    0x401c5820 /* FS_IOC_FSSETXATTR */,
    0x40087602 /* FS_IOC_SETVERSION */,
    0x40047602 /* FS_IOC32_SETVERSION */,
};

}  // namespace effibench::calls
