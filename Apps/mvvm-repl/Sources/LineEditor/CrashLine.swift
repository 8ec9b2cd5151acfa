import CEditShim

/// The line that a program prints when it crashes by a fault of its own, instead of a backtrace.
///
/// ```swift
/// CrashLine.set("demo: the program itself has failed. Please report it with what you typed.")
/// ```
/// The terminal settings are restored first, even after a stack overflow. The process still ends with the same signal
/// as without the line.
public enum CrashLine {
  /// Sets or replaces the line; its first 400 bytes are printed.
  ///
  /// Call this on the main thread, the first time at the start of the program.
  public static func set(_ line: String) { unsafe crashes_tell(line) }
}
