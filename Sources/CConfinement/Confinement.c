// Two means of the kernel, together:
//
//     seccomp    looks at the number and the arguments of each system call, but cannot follow
//                pointers: it refuses programs, signals, datagrams and the end of our own line,
//                and hands us connections and the calls that change files
//     Landlock   knows which file a path leads to, and refuses, but tells of nothing
//
//     the answer          kernel                    this handler
//     open("..", write)   seccomp: SIGSYS  ------>  makes the same call again, marked
//                         seccomp: marked, goes on
//                         Landlock: EACCES ------>  reports the deed, ends the process
//
// So a call that Landlock allows has its result, and one that it refuses is told.

#define _GNU_SOURCE
#include "Confinement.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OUR_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OUR_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// MARK: Landlock

// By number: the headers of an older system do not know them, and its kernel may.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { WRITE_FILE = 1 << 1, TRUNCATE = 1 << 14, ALL_CHANGES = 0x7ff2, REFER = 1 << 13 };

struct ruleset { uint64_t files; };
struct rule { uint64_t allowed; int32_t parent; } __attribute__((packed));

static long landlock_version(void) { return syscall(CREATE_RULESET, NULL, 0, 1); }

/// Everything that changes a file or folder, as far as this kernel knows it.
static uint64_t changes(void) {
  uint64_t all = ALL_CHANGES;
  if (landlock_version() < 3) all &= ~(uint64_t)TRUNCATE;
  if (landlock_version() < 2) all &= ~(uint64_t)REFER;
  return all;
}

static int allow(int ruleset, const char *path, uint64_t what) {
  struct rule rule = {what, open(path, O_PATH | O_CLOEXEC)};
  if (rule.parent < 0) return 0;
  int done = syscall(ADD_RULE, ruleset, 1, &rule, 0) == 0;
  close(rule.parent);
  return done;
}

static int confine_files(const char *folder) {
  if (landlock_version() < 1) return 0;
  struct ruleset attributes = {changes()};
  int ruleset = (int)syscall(CREATE_RULESET, &attributes, sizeof attributes, 0);
  if (ruleset < 0) return 0;
  uint64_t into = changes() & (WRITE_FILE | TRUNCATE);
  // `/proc/self` is where threads are given their names.
  int done = allow(ruleset, folder, changes()) && allow(ruleset, "/dev/null", into)
      && allow(ruleset, "/proc/self", into)
      && syscall(RESTRICT_SELF, ruleset, 0) == 0;
  close(ruleset);
  return done;
}

// MARK: seccomp

/// In the sixth argument of a call, which none of ours has, it says that the handler made it.
#define MARK 0x4d41524bu

#define ARGUMENT(n) (uint32_t)(offsetof(struct seccomp_data, args) + (n) * sizeof(uint64_t))
#define LOAD(where) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(where))
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, (what))
#define SKIP_UNLESS(value, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (n))
#define SKIP_IF(value, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (n), 0)
#define SKIP_IF_ANY_BIT(bits, n) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), (n), 0)

#define REFUSED RETURN(SECCOMP_RET_TRAP)
#define ALLOWED RETURN(SECCOMP_RET_ALLOW)
#define MISSING RETURN(SECCOMP_RET_ERRNO | ENOSYS)
#define DENIED RETURN(SECCOMP_RET_ERRNO | EACCES)

enum deed { PROGRAM, SIGNAL, MEMORY, NETWORK, DESCRIPTOR, CHANGE, CHANGE_OF_RIGHTS };

/// As they are reported.
static const char *const reports[] = {
  [PROGRAM] = "{\"refused\":{\"deed\":\"program\"}}\n",
  [SIGNAL] = "{\"refused\":{\"deed\":\"signal\"}}\n",
  [MEMORY] = "{\"refused\":{\"deed\":\"memory\"}}\n",
  [NETWORK] = "{\"refused\":{\"deed\":\"network\"}}\n",
  [DESCRIPTOR] = "{\"refused\":{\"deed\":\"descriptor\"}}\n",
  [CHANGE] = "{\"refused\":{\"deed\":\"file\"}}\n",
  [CHANGE_OF_RIGHTS] = "{\"refused\":{\"deed\":\"file\"}}\n",
};

struct call { long number; enum deed deed; };

// By number, as above.
enum { CLOSE_RANGE = 436 };

/// Refused whatever their arguments are, or handed to the handler.
static const struct call calls[] = {
  {SYS_execve, PROGRAM}, {SYS_execveat, PROGRAM},
#ifdef SYS_fork
  {SYS_fork, PROGRAM}, {SYS_vfork, PROGRAM},
#endif
  {SYS_tkill, SIGNAL}, {SYS_rt_sigqueueinfo, SIGNAL}, {SYS_rt_tgsigqueueinfo, SIGNAL},
  {424 /* pidfd_send_signal */, SIGNAL},
  {SYS_ptrace, MEMORY}, {SYS_process_vm_readv, MEMORY}, {SYS_process_vm_writev, MEMORY},
  {438 /* pidfd_getfd */, MEMORY},
#ifdef SYS_open
  {SYS_creat, CHANGE}, {SYS_unlink, CHANGE}, {SYS_rename, CHANGE}, {SYS_mkdir, CHANGE},
  {SYS_rmdir, CHANGE}, {SYS_link, CHANGE}, {SYS_symlink, CHANGE}, {SYS_mknod, CHANGE},
  {SYS_chmod, CHANGE_OF_RIGHTS}, {SYS_chown, CHANGE_OF_RIGHTS}, {SYS_lchown, CHANGE_OF_RIGHTS},
#endif
#ifdef SYS_renameat
  {SYS_renameat, CHANGE},
#endif
  {SYS_renameat2, CHANGE}, {SYS_unlinkat, CHANGE}, {SYS_mkdirat, CHANGE}, {SYS_linkat, CHANGE},
  {SYS_symlinkat, CHANGE}, {SYS_mknodat, CHANGE}, {SYS_truncate, CHANGE},
  {437 /* openat2 */, CHANGE},
  {SYS_fchmodat, CHANGE_OF_RIGHTS}, {452 /* fchmodat2 */, CHANGE_OF_RIGHTS},
  {SYS_fchownat, CHANGE_OF_RIGHTS},
};

enum { CALLS = sizeof calls / sizeof calls[0], LONGEST = 128 + 8 * CALLS };

struct filter { struct sock_filter lines[LONGEST]; int count; };

static void add(struct filter *filter, long number, const struct sock_filter *lines, int count) {
  filter->lines[filter->count++] = (struct sock_filter)SKIP_UNLESS((uint32_t)number, (uint8_t)count);
  memcpy(filter->lines + filter->count, lines, count * sizeof *lines);
  filter->count += count;
}

/// A call and what becomes of it.
#define WHERE(number, ...) do { \
    const struct sock_filter lines[] = {__VA_ARGS__}; \
    add(&filter, number, lines, sizeof lines / sizeof lines[0]); \
  } while (0)

/// Opens that can change something.
#define OPENING(flags) \
  LOAD(ARGUMENT(5)), SKIP_UNLESS(MARK, 1), ALLOWED, \
  LOAD(ARGUMENT(flags)), SKIP_IF_ANY_BIT(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 1), ALLOWED, REFUSED

/// A file that is to stay open: the line to the process that confines.
#define UNLESS_LINE(file) \
  LOAD(ARGUMENT(file)), SKIP_UNLESS((uint32_t)report_to, 1), REFUSED, ALLOWED

/// A signal for this process itself.
#define TO_ITSELF(pid) \
  LOAD(ARGUMENT(0)), SKIP_IF((pid), 1), REFUSED, ALLOWED

static int report_to = -1;

static int confine_calls(int with_files) {
  static struct filter filter;
  filter.count = 0;
  uint32_t own = (uint32_t)getpid();
  filter.lines[filter.count++] = (struct sock_filter)LOAD(offsetof(struct seccomp_data, arch));
  filter.lines[filter.count++] = (struct sock_filter)SKIP_IF(OUR_ARCHITECTURE, 1);
  filter.lines[filter.count++] = (struct sock_filter)MISSING;
  filter.lines[filter.count++] = (struct sock_filter)LOAD(offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
  // The same calls under the numbers of the x32 kind of program.
  filter.lines[filter.count++] = (struct sock_filter)SKIP_IF_ANY_BIT(0x40000000u, 0);
  filter.lines[filter.count - 1].jf = 1;
  filter.lines[filter.count++] = (struct sock_filter)MISSING;
#endif

  // A thread is a clone too. The newer call keeps its flags behind a pointer, and every library
  // knows how to do without it.
  WHERE(SYS_clone, LOAD(ARGUMENT(0)), SKIP_IF_ANY_BIT(CLONE_THREAD, 1), REFUSED, ALLOWED);
  WHERE(435 /* clone3 */, MISSING);
  WHERE(425 /* io_uring_setup */, MISSING);
  WHERE(SYS_tgkill, TO_ITSELF(own));
  // 0 is the group, in which this process is alone.
  WHERE(SYS_kill, LOAD(ARGUMENT(0)), SKIP_IF(0, 2), SKIP_IF(own, 1), REFUSED, ALLOWED);
  // A search for a user asks a service of this machine first, and the C library knows how to do without.
  WHERE(SYS_socket, LOAD(ARGUMENT(0)), SKIP_UNLESS(AF_UNIX, 1), DENIED, ALLOWED);
  // Foundation joins two sockets of this machine when it starts a process, so only connections to
  // other machines are refused; that is looked at in the handler.
  WHERE(SYS_connect, LOAD(ARGUMENT(5)), SKIP_UNLESS(MARK, 1), ALLOWED, REFUSED);
  WHERE(SYS_sendto, LOAD(ARGUMENT(4)), SKIP_UNLESS(0, 1), ALLOWED, REFUSED);
  WHERE(SYS_close, UNLESS_LINE(0));
  WHERE(SYS_shutdown, UNLESS_LINE(0));
  WHERE(SYS_dup3, UNLESS_LINE(1));
#ifdef SYS_dup2
  WHERE(SYS_dup2, UNLESS_LINE(1));
#endif
  WHERE(
      CLOSE_RANGE, LOAD(ARGUMENT(0)),
      BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, (uint32_t)report_to, 3, 0), LOAD(ARGUMENT(1)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (uint32_t)report_to, 0, 1), REFUSED, ALLOWED);
  if (with_files) {
    WHERE(SYS_openat, OPENING(2));
#ifdef SYS_open
    WHERE(SYS_open, OPENING(1));
#endif
  }
  for (int i = 0; i < CALLS; i++) {
    switch (calls[i].deed) {
    case CHANGE:
      if (!with_files) break;
      WHERE(calls[i].number, LOAD(ARGUMENT(5)), SKIP_UNLESS(MARK, 1), ALLOWED, REFUSED);
      break;
    default: WHERE(calls[i].number, REFUSED);
    }
  }
  filter.lines[filter.count++] = (struct sock_filter)ALLOWED;

  struct sock_fprog program = {(unsigned short)filter.count, filter.lines};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

// MARK: The handler

static void report_and_end(enum deed deed) {
  ssize_t ignored = write(report_to, reports[deed], strlen(reports[deed]));
  (void)ignored;
  _exit(1);
}

static enum deed deed_of(long number) {
  for (int i = 0; i < CALLS; i++)
    if (calls[i].number == number) return calls[i].deed;
  switch (number) {
  case SYS_clone: return PROGRAM;
  case SYS_kill: case SYS_tgkill: return SIGNAL;
  case SYS_connect: case SYS_sendto: return NETWORK;
  case SYS_close: case SYS_dup3: case SYS_shutdown: case CLOSE_RANGE: return DESCRIPTOR;
#ifdef SYS_dup2
  case SYS_dup2: return DESCRIPTOR;
#endif
  default: return CHANGE;
  }
}

/// Whether a connection stays on this machine.
static int is_local(const struct sockaddr *address) {
  if (address == NULL || address->sa_family != AF_INET) return 0;
  in_addr_t host = ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr);
  // The address of no machine means this one.
  return host == INADDR_ANY || host >> 24 == 127;
}

static void refused(int signal, siginfo_t *info, void *context) {
  (void)signal;
  int before = errno;
  long number = info->si_syscall;
#if defined(__x86_64__)
  greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  const struct sockaddr *address = (const struct sockaddr *)r[REG_RSI];
#elif defined(__aarch64__)
  unsigned long long *r = ((ucontext_t *)context)->uc_mcontext.regs;
  const struct sockaddr *address = (const struct sockaddr *)r[1];
#endif
  if (deed_of(number) != CHANGE && !(number == SYS_connect && is_local(address)))
    report_and_end(deed_of(number));
#if defined(__x86_64__)
  long result = syscall(
      number, r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], (long)MARK);
#elif defined(__aarch64__)
  long result = syscall(number, r[0], r[1], r[2], r[3], r[4], (long)MARK);
#endif
  if (result == -1 && errno == EACCES) report_and_end(CHANGE);
#if defined(__x86_64__)
  r[REG_RAX] = result == -1 ? -errno : result;
#elif defined(__aarch64__)
  r[0] = (unsigned long long)(result == -1 ? -errno : result);
#endif
  errno = before;
}

// MARK: Both

int confinement_offered(void) {
  uint32_t trap = SECCOMP_RET_TRAP;
  int calls_offered = syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &trap) == 0;
  if (!calls_offered) return 0;
  return CONFINES_CALLS | (landlock_version() >= 1 ? CONFINES_FILES : 0);
}

int confinement_begin(const char *folder, int report) {
  report_to = report;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = refused;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  if (sigaction(SIGSYS, &action, NULL) != 0) return 0;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
  int files = confine_files(folder);
  if (!confine_calls(files)) return files ? CONFINES_FILES : 0;
  return CONFINES_CALLS | (files ? CONFINES_FILES : 0);
}
