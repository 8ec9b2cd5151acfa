// Typed wrappers for libedit's variadic functions, which Swift does not import, and the few
// things that must be async-signal-safe and therefore cannot be written in Swift.
#ifndef CEDITSHIM_H
#define CEDITSHIM_H

#include <histedit.h>
#include <stdbool.h>
#include <wchar.h>

/// What the function at a place of the table of keys does.
typedef unsigned char (*edit_action)(EditLine *, int place);

/// Opens libedit on two terminal descriptors; what libedit itself would draw is thrown away.
EditLine *edit_open(const char *program, int input, int output);

/// Ends libedit without discarding keys the user has already typed. The terminal's settings stay
/// as they are: `terminal_restore` puts them back.
void edit_close(EditLine *editor);

int edit_set_reader(EditLine *editor, int (*reader)(EditLine *, wchar_t *));
int edit_set_client(EditLine *editor, void *client);
void *edit_client(EditLine *editor);
/// Makes libedit's picture of the screen wider than what is typed, so that it has no edge at which
/// it must wrap: there libedit 3.1, adding a typed character, can run past its table of rows.
/// To be called in each reading, because libedit takes over the window's size when it begins one.
void edit_widen(EditLine *editor);

int edit_set_keymap(EditLine *editor, const wchar_t *name);
bool edit_keymap_is_vi(EditLine *editor);

/// Adds one of at most 40 functions, all of which call the same action. libedit keeps the pointer to
/// the name, which must live for ever.
int edit_add_function(EditLine *editor, const wchar_t *name, int place, edit_action action);
int edit_bind(EditLine *editor, const wchar_t *key, const wchar_t *function);
int edit_bind_vi_command(EditLine *editor, const wchar_t *key, const wchar_t *function);

/// Makes `LC_CTYPE` a UTF-8 locale when the environment's is not one; false when there is none.
bool edit_use_utf8(void);

/// Remembers the settings of a terminal so that `terminal_restore` can put them back.
int terminal_remember(int input, int output);

/// Puts the remembered settings back and turns bracketed paste off. Async-signal-safe.
void terminal_restore(void);

/// Makes every key readable at once, as itself and without echo: `^C`, `^Z`, `^\`, `^S` and `^Q`
/// are no signals, and a carriage return is no line feed, which would double the line breaks of a
/// paste.
int terminal_take(int input);

/// Runs an editor on a file and waits for its end: a command of the shell in which `$1` is the path.
/// The terminal must have been restored. Returns the exit status, or -1 when it cannot be run.
int terminal_run_editor(const char *command, const char *path);

/// The descriptor on which each caught signal arrives as one byte, or -1. Window changes,
/// termination, hang-up, interrupt, stop and continue are caught; a crash or `exit` restores the
/// terminal on its way out.
int signals_catch(void);

/// Ends the process by `signal` with its default action, so that the parent sees the real cause.
void signals_die_of(int signal);

/// Tells a crash of the process in one line, its number behind it, instead of with a backtrace; the
/// terminal is restored first. `message` is copied, up to 400 bytes of it.
void crashes_tell(const char *message);

/// Gives the calling thread a stack on which an exhausted one of its own can be told.
void crashes_guard_thread(void);

/// Stops the process group as Ctrl-Z would.
void signals_stop_group(void);

#endif
