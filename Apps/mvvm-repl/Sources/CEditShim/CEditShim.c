#define _GNU_SOURCE
#include "CEditShim.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

// libedit applies its own terminal settings while a line is edited and between lines. Until ours
// are restored, they must not turn a key into a signal, an echo or the end of a line.
static void keep_terminal_quiet(EditLine *editor) {
  const wchar_t *when[] = {L"-d", L"-x"};
  for (size_t i = 0; i < sizeof when / sizeof *when; i++) {
    el_wset(
        editor, EL_SETTY, when[i], L"-isig", L"-icanon", L"-echo", L"-echonl", L"-iexten", L"-ixon",
        L"-ixoff", L"-icrnl", (wchar_t *)NULL);
  }
}

// The editor keeps the history. Without one libedit would call a null function for vi's `_`.
static int no_history(void *history, HistEventW *event, int request, ...) {
  (void)history, (void)request;
  event->num = 0;
  event->str = L"";
  return -1;
}

EditLine *edit_open(const char *program, int input, int output) {
  FILE *nothing_in = fopen("/dev/null", "re");
  FILE *nothing_out = fopen("/dev/null", "we");
  if (nothing_in && nothing_out) {
    EditLine *editor =
        el_init_fd(program, nothing_in, nothing_out, stderr, input, output, STDERR_FILENO);
    if (editor) {
      // EL_SIGNAL would call malloc inside a signal handler and signal the whole group.
      el_wset(editor, EL_SIGNAL, 0);
      // libedit keeps a copy of the screen that nobody sees. A dumb terminal, which cannot insert
      // or delete, takes the simplest path through that code.
      el_wset(editor, EL_TERMINAL, "dumb");
      keep_terminal_quiet(editor);
      el_wset(editor, EL_HIST, no_history, NULL);
      return editor;
    }
  }
  if (nothing_in) fclose(nothing_in);
  if (nothing_out) fclose(nothing_out);
  return NULL;
}

void edit_close(EditLine *editor) {
  FILE *nothing_in = NULL, *nothing_out = NULL;
  el_wget(editor, EL_GETFP, 0, &nothing_in);
  el_wget(editor, EL_GETFP, 1, &nothing_out);
  el_wset(editor, EL_EDITMODE, 0);  // otherwise el_end flushes typed-ahead input
  el_end(editor);
  if (nothing_in) fclose(nothing_in);
  if (nothing_out) fclose(nothing_out);
}

int edit_run(EditLine *editor, const wchar_t *command) {
  TokenizerW *words = tok_winit(NULL);
  if (!words) return -1;
  int count;
  const wchar_t **all;
  int result = tok_wstr(words, command, &count, &all) == 0 ? el_wparse(editor, count, all) : 1;
  tok_wend(words);
  el_wset(editor, EL_EDITMODE, 1);
  return result;
}

void edit_set_line(EditLine *editor, const wchar_t *units, size_t count, size_t cursor) {
  LineInfoW *line = (LineInfoW *)(uintptr_t)el_wline(editor);
  wmemcpy((wchar_t *)(uintptr_t)line->buffer, units, count);
  line->cursor = line->buffer + cursor;
  line->lastchar = line->buffer + count;
}

int edit_set_reader(EditLine *editor, int (*reader)(EditLine *, wchar_t *)) {
  return el_wset(editor, EL_GETCFN, reader);
}

int edit_set_client(EditLine *editor, void *client) {
  return el_wset(editor, EL_CLIENTDATA, client);
}

void *edit_client(EditLine *editor) {
  void *client = NULL;
  el_wget(editor, EL_CLIENTDATA, &client);
  return client;
}

void edit_widen(EditLine *editor) {
  el_wset(editor, EL_SETTC, L"co", L"4096", (wchar_t *)NULL);
  el_wset(editor, EL_REFRESH);
}

int edit_set_keymap(EditLine *editor, const wchar_t *name) {
  return el_wset(editor, EL_EDITOR, name);
}

bool edit_keymap_is_vi(EditLine *editor) {
  const wchar_t *name = NULL;
  return el_wget(editor, EL_EDITOR, &name) == 0 && name && wcscmp(name, L"vi") == 0;
}

// libedit tells a function of ours only the key, so each place of the table has a function of its own.
static edit_action perform;

#define NAME(n) perform_##n,
#define FUNCTION(n) \
  static unsigned char perform_##n(EditLine *editor, wint_t key) { return perform(editor, n - 10); }
#define TEN(of, n) \
  of(n##0) of(n##1) of(n##2) of(n##3) of(n##4) of(n##5) of(n##6) of(n##7) of(n##8) of(n##9)
#define FORTY(of) TEN(of, 1) TEN(of, 2) TEN(of, 3) TEN(of, 4)

FORTY(FUNCTION)
static unsigned char (*const places[])(EditLine *, wint_t) = {FORTY(NAME)};

int edit_add_function(EditLine *editor, const wchar_t *name, int place, edit_action action) {
  if (place >= (int)(sizeof places / sizeof *places)) return -1;
  perform = action;
  return el_wset(editor, EL_ADDFN, name, name, places[place]);
}

int edit_bind(EditLine *editor, const wchar_t *key, const wchar_t *function) {
  return el_wset(editor, EL_BIND, key, function, (wchar_t *)NULL);
}

int edit_bind_vi_command(EditLine *editor, const wchar_t *key, const wchar_t *function) {
  return el_wset(editor, EL_BIND, L"-a", key, function, (wchar_t *)NULL);
}

bool edit_use_utf8(void) {
  setlocale(LC_CTYPE, "");
  const char *fallbacks[] = {"C.UTF-8", "en_US.UTF-8", "UTF-8"};
  for (size_t i = 0; strcmp(nl_langinfo(CODESET), "UTF-8") != 0; i++) {
    if (i == sizeof fallbacks / sizeof *fallbacks) return false;
    setlocale(LC_CTYPE, fallbacks[i]);
  }
  return true;
}

// The terminal's settings. Written once before any handler is installed, read by handlers.

static struct termios remembered;
static int remembered_input = -1, remembered_output = -1;
static volatile sig_atomic_t is_changed = 0;

int terminal_remember(int input, int output) {
  if (tcgetattr(input, &remembered) != 0) return -1;
  remembered_input = input;
  remembered_output = output;
  return 0;
}

void terminal_restore(void) {
  if (!is_changed || remembered_input < 0) return;
  is_changed = 0;
  static const char reset[] = "\033[?2026l\033[?25h\033[?2004l\033[0m";
  if (write(remembered_output, reset, sizeof reset - 1) < 0) { /* the terminal is gone */
  }
  tcsetattr(remembered_input, TCSANOW, &remembered);
}

int terminal_take(int input) {
  struct termios quiet = remembered;
  quiet.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  quiet.c_iflag &= ~(tcflag_t)(IXON | IXOFF | ICRNL);
  quiet.c_cc[VMIN] = 1;
  quiet.c_cc[VTIME] = 0;
  is_changed = 1;
  return tcsetattr(input, TCSADRAIN, &quiet);
}

// Signals.

static int signal_pipe[2] = {-1, -1};

static void forward(int signal) {
  int saved = errno;
  char byte = (char)signal;
  if (write(signal_pipe[1], &byte, 1) < 0) { /* a full pipe already wakes the reader */
  }
  errno = saved;
}

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGQUIT};
enum { fatal_count = sizeof fatal / sizeof *fatal };
static struct sigaction previous[fatal_count];

// SIGQUIT is a request from outside, not a crash: it needs no backtrace, and no question.
static void quit_plainly(void) {
  struct sigaction now, standard = {.sa_handler = SIG_DFL};
  sigemptyset(&standard.sa_mask);
  sigaction(SIGQUIT, NULL, &now);
  bool is_ignored = !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_IGN;
  if (!is_ignored) sigaction(SIGQUIT, &standard, NULL);
}

static void child_end(void);

static void crash(int signal) {
  child_end();
  terminal_restore();
  for (int i = 0; i < fatal_count; i++) {
    if (fatal[i] == signal) sigaction(signal, &previous[i], NULL);
  }
  if (signal == SIGQUIT) quit_plainly();
  raise(signal);  // delivered when this handler returns, to whoever handled it before us
}

int signals_catch(void) {
  if (pipe(signal_pipe) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(signal_pipe[i], F_SETFD, FD_CLOEXEC);
    fcntl(signal_pipe[i], F_SETFL, fcntl(signal_pipe[i], F_GETFL) | O_NONBLOCK);
  }
  atexit(terminal_restore);
  struct sigaction action = {.sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  action.sa_handler = forward;
  const int forwarded[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT};
  for (size_t i = 0; i < sizeof forwarded / sizeof *forwarded; i++) {
    struct sigaction now;
    sigaction(forwarded[i], NULL, &now);
    // `nohup` and shells without job control ignore signals on purpose: leave those ignored.
    bool is_ignored = !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_IGN;
    if (!is_ignored || forwarded[i] == SIGWINCH) sigaction(forwarded[i], &action, NULL);
  }
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, NULL);
  action.sa_handler = crash;
  action.sa_flags = SA_ONSTACK;
  for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &action, &previous[i]);
  return signal_pipe[0];
}

static char crash_message[400];
static size_t crash_length = 0;

static void tell_crash(int signal_number) {
  terminal_restore();
  char line[sizeof crash_message + 16];
  memcpy(line, crash_message, crash_length);
  size_t length = crash_length;
  line[length++] = ' ';
  line[length++] = '(';
  if (signal_number > 9) line[length++] = (char)('0' + signal_number / 10);
  line[length++] = (char)('0' + signal_number % 10);
  line[length++] = ')';
  line[length++] = '\n';
  if (write(STDERR_FILENO, line, length) < 0) { /* nobody listens */
  }
  signal(signal_number, SIG_DFL);
  raise(signal_number);  // delivered when this handler returns
}

void crashes_tell(const char *message) {
  bool is_known = crash_length > 0;
  crash_length = strnlen(message, sizeof crash_message);
  memcpy(crash_message, message, crash_length);
  if (is_known) return;  // the editor may handle the signals by now, and calls this handler
  crashes_guard_thread();
  struct sigaction action = {.sa_flags = SA_ONSTACK, .sa_handler = tell_crash};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < fatal_count; i++) {
    if (fatal[i] != SIGQUIT) sigaction(fatal[i], &action, NULL);
  }
  quit_plainly();
}

void crashes_guard_thread(void) {
  stack_t now;
  if (sigaltstack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
  const size_t size = 64 << 10;
  stack_t stack = {.ss_sp = malloc(size), .ss_size = size};  // as long as the process lives
  if (stack.ss_sp) sigaltstack(&stack, NULL);
}

// The child that ends with this process. Written by one thread at a time, read by handlers.
static volatile sig_atomic_t child_group = 0;

// The package manager ends its compilers and tests on this signal.
static void child_end(void) {
  const int group = child_group;  // once, since another thread may set it
  child_group = 0;
  if (group > 0) kill(-group, SIGINT);
}

static void end_with_child(int signal_number) {
  child_end();
  signal(signal_number, SIG_DFL);
  raise(signal_number);  // delivered when this handler returns
}

void child_remember(int group) {
  static bool is_prepared = false;
  child_group = group;
  if (is_prepared) return;
  is_prepared = true;
  atexit(child_end);
  struct sigaction action = {.sa_handler = end_with_child}, now;
  sigemptyset(&action.sa_mask);
  const int ending[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
  for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
    sigaction(ending[i], NULL, &now);
    if (!(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL) {
      sigaction(ending[i], &action, NULL);
    }
  }
}

void signals_die_of(int signal_number) {
  child_end();
  terminal_restore();
  signal(signal_number, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal_number);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  raise(signal_number);
  _exit(128 + signal_number);
}

void signals_stop_group(void) {
  struct sigaction ours, standard = {.sa_handler = SIG_DFL};
  sigemptyset(&standard.sa_mask);
  sigaction(SIGTSTP, &standard, &ours);
  kill(0, SIGTSTP);
  // Another thread may take the process's signal shortly after kill() returns: wait for the SIGCONT
  // that ends the stop. A group that cannot be stopped (no shell above) gets none.
  struct pollfd ended = {.fd = signal_pipe[0], .events = POLLIN};
  poll(&ended, 1, 100);
  sigaction(SIGTSTP, &ours, NULL);
}

extern char **environ;

int terminal_run_editor(const char *command, const char *path) {
  // Run the command through the shell, because it may contain arguments: EDITOR="code --wait".
  char *const arguments[] = {"sh", "-c", (char *)command, "sh", (char *)path, NULL};
  posix_spawnattr_t attributes;
  // The editor must inherit neither our ignored SIGPIPE nor the signals that Dispatch blocks.
  sigset_t ignored, blocked;
  sigemptyset(&ignored);
  sigaddset(&ignored, SIGPIPE);
  sigaddset(&ignored, SIGINT);
  sigemptyset(&blocked);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &ignored);
  posix_spawnattr_setsigmask(&attributes, &blocked);
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
  // The editor gets only the terminal: descriptors of libraries may lack FD_CLOEXEC, and a server
  // would go on listening in the editor.
  posix_spawn_file_actions_t terminal;
  posix_spawn_file_actions_init(&terminal);
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
  for (int i = 0; i < 3; i++) posix_spawn_file_actions_addinherit_np(&terminal, i);
#else
  posix_spawn_file_actions_addclosefrom_np(&terminal, 3);
#endif
  posix_spawnattr_setflags(&attributes, flags);
  // Ctrl-C belongs to the editor, as with system(): a late signal would drop the entry.
  struct sigaction ignoring = {.sa_handler = SIG_IGN}, before;
  sigaction(SIGINT, &ignoring, &before);
  pid_t editor;
  int failure = posix_spawn(&editor, "/bin/sh", &terminal, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&terminal);
  posix_spawnattr_destroy(&attributes);
  if (failure) {
    sigaction(SIGINT, &before, NULL);
    errno = failure;
    return -1;
  }
  int status = 0;
  while (waitpid(editor, &status, WUNTRACED) < 0 || WIFSTOPPED(status)) {
    if (WIFSTOPPED(status)) {
      // The editor was suspended: stop with it; otherwise the shell never gets the terminal.
      status = 0;
      signals_stop_group();
      kill(editor, SIGCONT);
    } else if (errno != EINTR) {
      failure = errno;
      break;
    }
  }
  sigaction(SIGINT, &before, NULL);
  return !failure && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
