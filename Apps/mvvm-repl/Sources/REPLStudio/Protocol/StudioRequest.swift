/// A request of a browser: one JSON object for each message, distinguished by its `kind`.
///
/// ```json
/// {"kind":"statement","id":1,"text":"let form = LoginForm()"}
/// ```
/// Unknown members are ignored.
public enum StudioRequest: Sendable, Hashable {
  /// `pull`: asks for news once; it is answered as soon as there is news, and replaces a waiting `pull`.
  case pull(StudioLook)
  /// `statement`: enters a text at the prompt.
  case statement(id: Int, text: String)
  /// `set`: sets a field of a screen to a typed or chosen value.
  case set(id: Int, screen: String, path: String, text: String)
  /// `call`: presses a button of a screen that takes arguments, in the order of its parameters.
  case call(id: Int, screen: String, statement: String, texts: [String])
  /// `complete`: asks for the completions at a UTF-8 offset.
  case complete(id: Int, text: String, cursor: Int)
  /// `cancel`: cancels the running statement, as Ctrl-C does.
  case cancel
}

extension StudioRequest {
  /// Whether the request may change something, so that a read-only browser may not send it.
  var isAct: Bool {
    switch self {
    case .pull, .complete: false
    case .statement, .set, .call, .cancel: true
    }
  }

  /// The number of the request for its answer; 0 if it has none.
  var id: Int {
    switch self {
    case .statement(let id, _), .set(let id, _, _, _), .call(let id, _, _, _),
      .complete(let id, _, _):
      id
    case .pull, .cancel: 0
    }
  }
}

/// The parts of a session that a browser shows, and its last record.
public struct StudioLook: Sendable, Hashable, Codable {
  /// The number of the last record that the browser has; 0 for none.
  public var seen: Int
  /// The path of the view-model whose screen the browser shows; `nil` for none.
  public var screen: String?
  /// The path around which the browser shows the graph; `nil` for none.
  public var graph: String?
  /// The paths whose marble diagram the browser shows, as for `:marbles`; `nil` for none.
  public var marbles: String?

  /// Creates a look that shows nothing.
  public init(seen: Int = 0) { self.seen = seen }
}

extension StudioRequest: Decodable {
  private enum Keys: String, CodingKey {
    case kind, id, text, screen, path, statement, texts, cursor
  }

  private enum Kind: String, Decodable { case pull, statement, set, call, complete, cancel }

  /// Decodes a request.
  ///
  /// - Throws: `DecodingError` if a member is missing, or if the kind is unknown.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Keys.self)
    func text(_ key: Keys) throws -> String { try members.decode(String.self, forKey: key) }
    func id() throws -> Int { try members.decode(Int.self, forKey: .id) }
    switch try members.decode(Kind.self, forKey: .kind) {
    case .pull: self = .pull(try StudioLook(from: decoder))
    case .statement: self = .statement(id: try id(), text: try text(.text))
    case .set:
      self = .set(
        id: try id(), screen: try text(.screen), path: try text(.path), text: try text(.text))
    case .call:
      self = .call(
        id: try id(), screen: try text(.screen), statement: try text(.statement),
        texts: try members.decode([String].self, forKey: .texts))
    case .complete:
      self = .complete(
        id: try id(), text: try text(.text),
        cursor: try members.decode(Int.self, forKey: .cursor))
    case .cancel: self = .cancel
    }
  }
}
