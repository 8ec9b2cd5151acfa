public import REPLKit
import ViewModels

/// A message to a browser: one JSON object, distinguished by its `kind`.
///
/// A browser ignores unknown kinds and members. All messages except ``hello(_:)``, ``record(_:)``, ``gap(_:)``,
/// ``answer(_:)``, ``completion(_:)`` and ``turn`` are states: each replaces the last state of its kind.
public enum StudioMessage: Sendable, Hashable {
  /// `hello`: the first message, sent again when the language changes.
  case hello(StudioHello)
  /// `record`: an entry or a piece of output.
  case record(StudioRecord)
  /// `gap`: the number of records that this browser has missed.
  case gap(Int)
  /// `names`: the named view-models.
  case names([Session.NamedViewModel])
  /// `picture`: the screen that the browser shows; without a picture if there is none.
  case picture(path: String, ScreenPicture?)
  /// `graph`: the graph that the browser shows; without a drawing if there is none.
  case graph(path: String, GraphDrawing?)
  /// `timeline`: the statements around the present that changed something, and the number of those in effect.
  case timeline(Session.TimelinePart)
  /// `marbles`: the lines of the marble diagram that the browser shows.
  case marbles(of: String, lines: [String])
  /// `lesson`: the current lesson, in one line; empty outside of lessons.
  case lesson(String)
  /// `talk`: the speaker's notes of the current talk, or the audience's part of them; without members outside of talks.
  case talk(TalkNotes?)
  /// `running`: the running entry; empty if there is none.
  case running(String)
  /// `answer`: the outcome or the refusal of a statement.
  case answer(StudioAnswer)
  /// `completion`: the completions at a position.
  case completion(StudioCompletion)
  /// `turn`: all news has been sent; the next `pull` is answered when there is more.
  case turn

  /// The kind of the message; a state replaces the last state of its kind.
  var kind: String {
    switch self {
    case .hello: "hello"
    case .record: "record"
    case .gap: "gap"
    case .names: "names"
    case .picture: "picture"
    case .graph: "graph"
    case .timeline: "timeline"
    case .marbles: "marbles"
    case .lesson: "lesson"
    case .talk: "talk"
    case .running: "running"
    case .answer: "answer"
    case .completion: "completion"
    case .turn: "turn"
    }
  }

  /// The message as it is sent.
  public var line: String {
    JSONRenderer.line(.object(content.merging(["kind": .string(kind)]) { _, kind in kind }))
  }

  private var content: [String: DynamicValue] {
    switch self {
    case .hello(let hello): Self.members(of: hello)
    case .record(let record): record.members
    case .gap(let count): ["count": .int(count)]
    case .names(let names): ["names": Self.value(of: names)]
    case .picture(let path, let picture):
      ["path": .string(path), "picture": Self.value(of: picture?.withExactNumbers)]
    case .graph(let path, let drawing): ["path": .string(path), "drawing": Self.value(of: drawing)]
    case .timeline(let part): part.members
    case .marbles(let paths, let lines): ["paths": .string(paths), "lines": Self.value(of: lines)]
    case .lesson(let text), .running(let text): ["text": .string(text)]
    case .talk(let notes): notes.map { Self.members(of: $0) } ?? [:]
    case .answer(let answer): Self.members(of: answer)
    case .completion(let completion): Self.members(of: completion)
    case .turn: [:]
    }
  }

  private static func value(of part: some Encodable) -> DynamicValue {
    (try? DynamicValue(encoding: part)) ?? .null
  }

  private static func members(of part: some Encodable) -> [String: DynamicValue] {
    if case .object(let members) = value(of: part) { members } else { [:] }
  }
}

extension Session.TimelinePart {
  /// The members of the JSON object.
  fileprivate var members: [String: DynamicValue] {
    var members: [String: DynamicValue] = [
      "steps": .array(steps.map { .object($0.members) }), "position": .int(position),
      "later": .int(later),
    ]
    members["before"] = before.map { .int($0) }
    return members
  }
}

extension Session.TimelineStep {
  /// The members of the JSON object, without `Encodable`, because many steps are sent at each change.
  fileprivate var members: [String: DynamicValue] {
    [
      "number": .int(number), "text": .string(text),
      "changes": .array(changes.map { .string($0) }),
    ]
  }
}

extension ScreenPicture {
  /// The picture with integers as texts if a browser would round them.
  fileprivate var withExactNumbers: ScreenPicture {
    var picture = self
    picture.fields = fields.map { field in
      guard case .int(let number) = field.value, number.magnitude > 1 << 53 else { return field }
      var exact = field
      exact.value = .string("\(number)")
      return exact
    }
    picture.parts = parts.map(\.withExactNumbers)
    picture.sheets = sheets.map(\.withExactNumbers)
    return picture
  }
}
