import ViewModels

extension Session {
  /// `| json > "file"`: writes what would be shown, with a line break at its end.
  func write(
    _ stage: Filter.Stage, to name: Expression, isAppending: Bool
  ) async throws(Diagnostic) {
    guard case .string(let path) = try await value(of: name) else {
      throw Diagnostic(.typeMismatch, "the name of a file is a text", at: name.span)
    }
    try write(stage.text + "\n", to: path, isAppending: isAppending, at: name.span)
  }

  /// Writes a text to a file and says so.
  func write(
    _ text: String, to path: String, isAppending: Bool = false, at span: Span
  ) throws(Diagnostic) {
    do throws(TextFile.Problem) {
      try TextFile.write(text, to: path, isAppending: isAppending)
    } catch {
      throw Diagnostic(.failed, "'\(path)' cannot be written: \(error.reason)", at: span)
    }
    recorder.written.insert(TextFile.located(path))
    let count = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    let lines = count == 1 ? "1 line" : "\(count) lines"
    emit(isAppending ? .note("added to \(path): \(lines)") : .note("wrote \(path): \(lines)"))
  }

  /// The text of a file.
  func read(_ path: String, at span: Span) throws(Diagnostic) -> String {
    do throws(TextFile.Problem) { return try TextFile.read(path) } catch {
      throw Diagnostic(.failed, "'\(path)' cannot be read: \(error.reason)", at: span)
    }
  }

  /// `| copy`: hands what would be shown to the host's clipboard.
  func copy(_ stage: Filter.Stage, at span: Span) throws(Diagnostic) {
    let text = stage.text
    guard let onCopy else {
      throw Diagnostic(
        .notNow, "there is no terminal to copy through", at: span,
        help: "Write it to a file: | json > \"out.json\"")
    }
    guard text.utf8.count <= Self.mostCopiedBytes else {
      throw Diagnostic(
        .notNow, "\(text.utf8.count) bytes are too many to copy through a terminal", at: span,
        help: "Write it to a file: | json > \"out.json\"")
    }
    onCopy(text)
    emit(.note("copied \(text.count) characters"))
  }

  /// What terminals take in one sequence, before base 64 makes it longer (xterm's limit).
  private static let mostCopiedBytes = 74_994
}
