import ViewModels

/// The signature of the call around the cursor, for a parameter hint below the typed line.
///
/// ```swift
/// let signature = CallSignature.at(cursor, in: "net.get(", symbols: session.symbols)
/// signature?.text  // net.get(String) -> Any
/// ```
public struct CallSignature: Sendable, Hashable {
  /// The call as it is declared.
  public let text: String
  /// The UTF-8 range in ``text`` of the parameter that is being typed; nil when there is none.
  public let current: Range<Int>?
  /// The documentation of the call.
  public let documentation: String

  /// Returns the signature of the call around the cursor, a UTF-8 offset; nil outside of known calls and in comments.
  public static func at(_ cursor: Int, in text: String, symbols: Symbols) -> CallSignature? {
    let statement = TypedStatement(text, cursor: cursor)
    guard statement.end == .code || statement.end == .string,
      let open = OpenCall(around: statement.words, in: symbols)
    else { return nil }
    return CallSignature(open)
  }

  private init(_ open: OpenCall) {
    var text = "\(open.path)("
    var current: Range<Int>?
    for (index, parameter) in open.call.parameters.enumerated() {
      if index > 0 { text += ", " }
      let start = text.utf8.count
      text += parameter.signature
      if index == open.current { current = start..<text.utf8.count }
    }
    text += ")"
    if let result = open.call.result { text += " -> \(result)" }
    self.text = text
    self.current = current
    documentation = open.call.documentation
  }
}
