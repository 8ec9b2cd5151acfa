/// What is made at the prompt and lives until it is ended, by its number or by what it is about.
protocol Standing {
  /// What it is called in a sentence.
  static var kind: String { get }
  /// Counts the things of its kind, from 1.
  var number: Int { get }
  /// What it is about.
  var paths: [String] { get }
}

/// A value that is shown whenever it changes.
struct Watch: Standing {
  static let kind = "watch"
  let number: Int
  let path: String
  /// Ends the watch when it is released.
  let subscription: AnyObject

  var paths: [String] { [path] }
}

/// A binding made at the prompt.
struct LiveBinding: Standing {
  static let kind = "binding"
  let number: Int
  let description: String
  let paths: [String]
  /// Ends the binding when it is released.
  let link: AnyObject
}

extension Array where Element: Standing {
  /// Ends what a statement selects: all, the one of a number, or those about a path and what is below.
  ///
  /// - Returns: What the number stood for, so that it can be told.
  mutating func end(
    _ selection: Statement.Selection, in source: SourceText
  ) throws(Diagnostic) -> Element? {
    switch selection {
    case .all:
      removeAll()
      return nil
    case .number(let number, let span):
      guard let index = firstIndex(where: { $0.number == number }) else {
        throw Diagnostic(
          missing: Element.kind, "#\(number)", at: span, among: map { "#\($0.number)" })
      }
      return remove(at: index)
    case .target(let target):
      let path = String(source.slice(target.span))
      let count = count
      removeAll { $0.paths.contains { $0 == path || $0.hasPrefix(path + ".") } }
      guard self.count < count else {
        throw Diagnostic(
          missing: Element.kind, path, at: target.span, among: flatMap(\.paths))
      }
      return nil
    }
  }
}
