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
  /// What it shows, each by itself.
  let paths: [String]
  /// The words behind its path: how and when it is shown.
  let manner: String
  /// They end the watch when they are released.
  let subscriptions: [AnyObject]
}

/// A binding made at the prompt.
struct LiveBinding: Standing {
  static let kind = "binding"
  let number: Int
  let description: String
  let paths: [String]
  /// Ends the binding when it is released.
  var link: AnyObject
  /// Joins what the paths name now; throws what speaks against it.
  let renew: @MainActor () throws(Diagnostic) -> AnyObject
}

extension Array where Element: Standing {
  private static func isJoined(_ thing: Element) -> Bool {
    thing is Watch && thing.paths.count > 1
  }

  /// Ends what a statement selects: all, the one of a number, or those about a path and what is below.
  ///
  /// - Returns: What the number stood for, so that it can be told.
  mutating func end(
    _ selection: Selection, in source: SourceText
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
      let ended = filter { $0.paths.contains { $0 == path || $0.hasPrefix(path + ".") } }
      guard !ended.isEmpty else {
        throw Diagnostic(
          missing: Element.kind, path, at: target.span, among: flatMap(\.paths))
      }
      removeAll { thing in ended.contains { $0.number == thing.number } }
      // One that showed other paths, too, is told.
      return ended.first { Self.isJoined($0) }
    }
  }
}
