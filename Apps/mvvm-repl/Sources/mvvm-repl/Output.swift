import Foundation
import REPLKit

/// Writes a script's records: results to standard output, diagnostics to standard error.
@MainActor
final class Output {
  private let results: TextRenderer
  private let diagnostics: TextRenderer
  /// Whether nobody reads the results any more.
  private(set) var isClosed = false
  /// Called when ``isClosed`` becomes true.
  var onClosed: @MainActor () -> Void = {}

  init() {
    results = TextRenderer(style: Self.style(of: STDOUT_FILENO))
    diagnostics = TextRenderer(style: Self.style(of: STDERR_FILENO))
  }

  func show(_ record: Record) {
    switch results.channel(of: record) {
    case .results: write(results.text(record), to: STDOUT_FILENO)
    case .diagnostics: write(diagnostics.text(record), to: STDERR_FILENO)
    }
  }

  /// Writes a line of the program itself to standard error.
  func complain(_ message: String) { write("mvvm-repl: \(message)", to: STDERR_FILENO) }

  private func write(_ line: String, to descriptor: Int32) {
    guard descriptor != STDOUT_FILENO || !isClosed else { return }
    var rest = Array("\(line)\n".utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Foundation.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        if descriptor == STDOUT_FILENO {
          isClosed = true
          onClosed()
        }
        return
      }
    }
  }

  /// Colours at a terminal, unless the person or the terminal does not want them
  /// (https://no-color.org).
  static func style(of descriptor: Int32) -> TextRenderer.Style {
    let environment = ProcessInfo.processInfo.environment
    let isWanted =
      isatty(descriptor) == 1 && environment["NO_COLOR", default: ""].isEmpty
      && environment["TERM"] != "dumb"
    return isWanted ? .coloured : .plain
  }
}
