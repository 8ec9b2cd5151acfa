public import REPLKit
import ViewModels

/// A message to a browser: one JSON object, told apart by its `kind`.
///
/// A browser passes over kinds and members that it does not know. All but ``hello(_:)``, ``record(_:)``, ``gap(_:)``,
/// ``answer(_:)``, ``completion(_:)`` and ``turn`` are states: each replaces the one of its kind.
public enum StudioMessage: Sendable, Hashable {
  /// `hello`: the first message, and again when the language changes.
  case hello(StudioHello)
  /// `record`: something that was entered or told.
  case record(StudioRecord)
  /// `gap`: so many records are lost to this browser.
  case gap(Int)
  /// `names`: the view-models that have a name.
  case names([Session.NamedViewModel])
  /// `picture`: the screen that it looks at; without a picture when there is none.
  case picture(path: String, ScreenPicture?)
  /// `graph`: the graph that it looks at; without a drawing when there is none.
  case graph(path: String, GraphDrawing?)
  /// `timeline`: the newest statements that changed something, and how many of them are in effect.
  case timeline(steps: [Session.TimelineStep], position: Int)
  /// `marbles`: the lines of the marbles that it looks at.
  case marbles(of: String, lines: [String])
  /// `lesson`: the lesson that is going on, in a line; empty outside of lessons.
  case lesson(String)
  /// `talk`: the speaker's notes of the talk that is held; without members outside of talks.
  case talk(TalkNotes?)
  /// `running`: the entry that runs now; empty when none does.
  case running(String)
  /// `answer`: a statement has ended, or was refused.
  case answer(StudioAnswer)
  /// `completion`: what could be typed.
  case completion(StudioCompletion)
  /// `turn`: all that was new has been sent; the next `pull` is answered by what comes then.
  case turn

  /// The kind, by which a state replaces an earlier one.
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
    case .timeline(let steps, let position):
      ["steps": .array(steps.map { .object($0.members) }), "position": .int(position)]
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

extension Session.TimelineStep {
  /// The members of its JSON object, written down here, as many steps are sent whenever one is new.
  fileprivate var members: [String: DynamicValue] {
    [
      "number": .int(number), "text": .string(text),
      "changes": .array(changes.map { .string($0) }),
    ]
  }
}

extension ScreenPicture {
  /// The picture with the whole numbers of fields as texts where a browser would round them.
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
