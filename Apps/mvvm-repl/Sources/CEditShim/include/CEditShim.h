// Typed wrappers for libedit's variadic functions, which Swift does not import, and the few
// things that must be async-signal-safe and therefore cannot be written in Swift.
#ifndef CEDITSHIM_H
#define CEDITSHIM_H

#include <histedit.h>
#include <stdbool.h>
#include <wchar.h>

/// What the function at a place of the table of keys does.
typedef unsigned char (*edit_action)(EditLine *, int place);

/// Opens libedit on two terminal descriptors, and discards what libedit itself would draw.
EditLine *edit_open(const char *program, int input, int output);

/// Ends libedit without discarding keys that the user has already typed. The terminal's settings
/// stay unchanged; `terminal_restore` restores them.
void edit_close(EditLine *editor);

/// Runs a line of the person's `.editrc`; -1 if libedit cannot run it. `edit off`, with which libedit
/// would read lines by itself, has no effect.
int edit_run(EditLine *editor, const wchar_t *command);

/// Writes over libedit's text with one that is not longer. libedit's own functions would count this
/// as a change for vi's undo and dot.
void edit_set_line(EditLine *editor, const wchar_t *units, size_t count, size_t cursor);

int edit_set_reader(EditLine *editor, int (*reader)(EditLine *, wchar_t *));
int edit_set_client(EditLine *editor, void *client);
void *edit_client(EditLine *editor);
/// Widens libedit's copy of the screen to 4096 columns, so that libedit does not wrap typed text at
/// the edge: there libedit 3.1 can write past its table of rows when it adds a character. Call this
/// in each reading, because libedit takes over the window's size when it begins one.
void edit_widen(EditLine *editor);

int edit_set_keymap(EditLine *editor, const wchar_t *name);
bool edit_keymap_is_vi(EditLine *editor);

/// Adds one of at most 40 functions, all of which call the same action. libedit keeps the pointer to
/// the name, which must live for ever.
int edit_add_function(EditLine *editor, const wchar_t *name, int place, edit_action action);
int edit_bind(EditLine *editor, const wchar_t *key, const wchar_t *function);
int edit_bind_vi_command(EditLine *editor, const wchar_t *key, const wchar_t *function);

/// Makes `LC_CTYPE` a UTF-8 locale if the environment's is not one; returns false if none exists.
bool edit_use_utf8(void);

/// Remembers the settings of a terminal, so that `terminal_restore` can restore them.
int terminal_remember(int input, int output);

/// Restores the remembered settings and turns bracketed paste off. Async-signal-safe.
void terminal_restore(void);

/// Makes every key readable at once, unchanged and without echo. `^C`, `^Z`, `^\`, `^S` and `^Q`
/// have no special effect. A carriage return does not become a line feed, which would double the
/// line breaks of a paste.
int terminal_take(int input);

/// Runs an editor, a shell command with `$1` for the path, and waits until it exits. The terminal
/// must have been restored. Returns the exit status, or -1 when the editor cannot be run.
int terminal_run_editor(const char *command, const char *path);

/// Returns the descriptor on which each caught signal arrives as one byte, or -1. The caught
/// signals are window changes, termination, hang-up, interrupt, stop and continue. A crash or
/// `exit` also restores the terminal.
int signals_catch(void);

/// Ends the process by `signal` with its default action, so that the parent sees the real cause.
void signals_die_of(int signal);

/// Prints one line with the signal's number when the process crashes, instead of a backtrace; the
/// terminal is restored first. `message` is copied, up to 400 bytes of it.
void crashes_tell(const char *message);

/// Remembers the process group of a child that ends with this process, or 0 for none: at `exit`, by
/// `signals_die_of`, or by a signal from outside that nobody else handles.
void child_remember(int group);

/// Gives the calling thread an alternate signal stack, so that a stack overflow can be reported.
void crashes_guard_thread(void);

/// Stops the process group as Ctrl-Z would.
void signals_stop_group(void);

#endif
