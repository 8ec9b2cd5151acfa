import Foundation

/// A terminal: a descriptor for the keys, a descriptor for the screen, and the abilities of both.
///
/// ```swift
/// guard Terminal.standard.canEdit else { return runAsScript() }
/// let editor = try LineEditor(configuration)
/// ```
public struct Terminal: Sendable, Hashable {
  /// The descriptor that the keys come from.
  public let input: Int32
  /// The descriptor of the screen.
  public let output: Int32
  /// The terminal type, as in `TERM`; nil when unset.
  public let kind: String?

  /// Standard input and output with the environment's `TERM`.
  public static var standard: Terminal {
    let kind = unsafe getenv("TERM").map { unsafe String(cString: $0) }
    return Terminal(input: STDIN_FILENO, output: STDOUT_FILENO, kind: kind)
  }

  /// Creates a terminal from two descriptors without opening anything.
  public init(input: Int32, output: Int32, kind: String?) {
    self.input = input
    self.output = output
    self.kind = kind
  }

  /// Whether both ends are a terminal.
  public var isInteractive: Bool { isatty(input) == 1 && isatty(output) == 1 }

  /// Whether a line can be edited here: a terminal at both ends that understands cursor movement.
  ///
  /// When false, read plain lines and write no escape sequences.
  public var canEdit: Bool {
    guard isInteractive, let kind, !kind.isEmpty else { return false }
    return kind != "dumb" && kind != "unknown"
  }

  /// The window's size in cells, or 80 by 24 when the terminal does not say.
  public var size: Size {
    var window = winsize()
    guard unsafe ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(
      columns: min(Int(window.ws_col), Self.mostColumns),
      rows: min(max(1, Int(window.ws_row)), Self.mostRows))
  }

  /// The limits of a window's size, above any real screen; a larger size would only take memory.
  private static let (mostColumns, mostRows) = (4_000, 2_000)

  /// A window's size in cells.
  public struct Size: Sendable, Hashable {
    /// Cells in a row.
    public var columns: Int
    /// Rows on the screen.
    public var rows: Int

    /// Makes a size.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }

    /// The most panel rows that are shown above the prompt, not counting the rule over them.
    ///
    /// Outside of the panel, these are at most half of the window. Inside, the panel leaves one row for the entry. In a
    /// window of eight rows or more, it also leaves a row each for the rule and the hint.
    public func panelRows(isInside: Bool) -> Int {
      if isInside { return max(0, rows - (rows < 8 ? 1 : 3)) }
      return rows > 3 ? rows / 2 - 1 : rows / 2
    }
  }

  /// The same terminal, if possible with a descriptor of its own for the screen, at which a write does not wait.
  ///
  /// The given descriptor belongs to other programs, too, whose writes must wait.
  var withoutWaiting: Terminal {
    var name = [CChar](repeating: 0, count: 1_024)
    guard unsafe ttyname_r(output, &name, name.count) == 0 else { return self }
    let own = unsafe open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return own < 0 ? self : Terminal(input: input, output: own, kind: kind)
  }

  /// Whether the terminal rejoins wrapped rows when its window becomes wider.
  ///
  /// The Linux console and xterm cut rows off instead.
  var reflows: Bool {
    guard kind != "linux" else { return false }
    return unsafe getenv("XTERM_VERSION") == nil
  }
}
