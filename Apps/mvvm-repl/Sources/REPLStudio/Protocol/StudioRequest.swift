/// A request that a browser sends: one JSON object a message, told apart by its `kind`.
///
/// ```json
/// {"kind":"statement","id":1,"text":"let form = LoginForm()"}
/// ```
/// Members that are not known are passed over.
public enum StudioRequest: Sendable, Hashable {
  /// `pull`: wants what is new, once; it is answered as soon as something is, and takes the place of one that waits.
  case pull(StudioLook)
  /// `statement`: a text is to be entered at the prompt.
  case statement(id: Int, text: String)
  /// `set`: a field of a screen is to have the value that was typed or chosen in it.
  case set(id: Int, screen: String, path: String, text: String)
  /// `call`: a button of a screen is pressed that asks for values, in the order of its parameters.
  case call(id: Int, screen: String, statement: String, texts: [String])
  /// `complete`: wants what could be typed at a place, a UTF-8 offset.
  case complete(id: Int, text: String, cursor: Int)
  /// `cancel`: the statement that runs is to end, as by Ctrl-C.
  case cancel
}

extension StudioRequest {
  /// Whether it could change something, so that a browser that may only look is refused.
  var isAct: Bool {
    switch self {
    case .pull, .complete: false
    case .statement, .set, .call, .cancel: true
    }
  }

  /// The number by which it is answered; 0 where it has none.
  var id: Int {
    switch self {
    case .statement(let id, _), .set(let id, _, _, _), .call(let id, _, _, _),
      .complete(let id, _, _):
      id
    case .pull, .cancel: 0
    }
  }
}

/// What a browser looks at, and the last record that it has.
public struct StudioLook: Sendable, Hashable, Codable {
  /// The number of the last record that it has; 0 for none.
  public var seen: Int
  /// The path of the view-model whose screen it shows; `nil` for none.
  public var screen: String?
  /// The path around which it shows the graph; `nil` for none.
  public var graph: String?
  /// The paths whose marbles it shows, as `:marbles` takes them; `nil` for none.
  public var marbles: String?

  /// Looks at nothing.
  public init(seen: Int = 0) { self.seen = seen }
}

extension StudioRequest: Decodable {
  private enum Keys: String, CodingKey {
    case kind, id, text, screen, path, statement, texts, cursor
  }

  private enum Kind: String, Decodable { case pull, statement, set, call, complete, cancel }

  /// Reads a request.
  ///
  /// - Throws: `DecodingError` when a member is missing, or the kind is not known.
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
