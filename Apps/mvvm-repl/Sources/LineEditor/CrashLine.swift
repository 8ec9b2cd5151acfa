import CEditShim

/// The line of a program that fails by a mistake of its own: one line instead of a backtrace.
///
/// ```swift
/// CrashLine.set("demo: the program itself has failed. Please report it with what you typed.")
/// ```
/// The terminal gets its settings back first, also when a stack is exhausted. The process ends by the
/// same signal as without it.
public enum CrashLine {
  /// Sets the line, of which the first 400 bytes are told, or another one in its place; to be called on the main
  /// thread, the first time at the start.
  public static func set(_ line: String) { unsafe crashes_tell(line) }
}
