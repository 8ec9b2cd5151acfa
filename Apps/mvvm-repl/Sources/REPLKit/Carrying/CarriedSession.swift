import ViewModels

/// The serialized state of a session, from which another session continues, for example after a rebuild of the program.
///
/// It contains the names and their values, the values of members, watches and bindings with their numbers, derived
/// values, snapshots, the undo history, the numbered results, the recording, the clock, the settings and the lesson.
/// Nothing is executed again: running commands end with the old session.
///
/// ```swift
/// let carried = old.carried()
/// let over = await new.take(carried)
/// for loss in over.losses { print(loss.name, loss.reason) }
/// ```
/// - Important: It contains secrets in plain text. Its description leaves them out, but its encoding must stay private.
public struct CarriedSession: Codable, Sendable {
  var desk: Desk
  /// The workspace that the learner had before the lesson.
  var deskAside: Desk?
  var lesson: LessonPlace?
  var clock: SessionClock.Mode
  /// The clock of the workspace before the lesson.
  var clockAside: SessionClock.Mode?
  var moment: Duration
  var settings: [String: String]
  var secretNames: Set<String>
  /// The secrets that were passed to commands, or that went from a view-model into a secret place.
  var given: Set<String>
  var results: Results
  var recording: Recording
  /// The path of the view-model on the screen.
  var screen: String?
  var endings: [Ending]
  /// The arguments of `:graph live`, as they were typed.
  var live: String?

  struct Ending: Codable {
    enum Reason: String, Codable { case notMadeHere, running, unnamed }

    var name: String
    var reason: Reason
  }

  /// The workspace of a person: everything that they made at the prompt.
  struct Desk: Codable {
    var objects: [Object] = []
    /// The names of view-models that cannot be created again.
    var unmade: Set<String> = []
    var constants: [Constant] = []
    /// The expressions of derived values, as they were typed, by name.
    var derived: [String: String] = [:]
    /// The names and results from which the values of names were computed.
    var origins: [String: Set<String>] = [:]
    var members: [MemberValue] = []
    var watches: [CarriedWatch] = []
    var bindings: [CarriedBinding] = []
    /// The numbers of the last watch and the last binding.
    var lastWatch = 0
    var lastBinding = 0
    var snapshots: [String: Snapshot] = [:]
    var changes = Changes()
  }

  /// A named snapshot: values by path, and the paths of values that changed later and cannot be restored.
  struct Snapshot: Codable {
    var values: [String: CarriedValue]
    var others: [String]
  }

  struct Object: Codable {
    /// The constructor call that creates the view-model again, or the path at which it is found.
    enum Source: Codable {
      case made(type: String, arguments: [CarriedArgument])
      case part(path: String)
    }

    var names: [String]
    var source: Source
  }

  struct CarriedArgument: Codable {
    var label: String?
    var value: CarriedValue
  }

  /// A constant or variable.
  struct Constant: Codable {
    var name: String
    var isVariable: Bool
    var isSecret: Bool
    var type: String
    var value: CarriedValue
  }

  struct MemberValue: Codable {
    var path: String
    var value: CarriedValue
    /// Whether the value can be restored; other values are only compared.
    var isRestorable: Bool
    /// Whether the member was secure; it may no longer be after a change of the source code.
    var isSecret: Bool
  }

  struct CarriedWatch: Codable {
    var number: Int
    var path: String
    var statement: String
    /// The value that was shown last, if the watch shows a single value.
    var last: CarriedValue?
    /// The history of values that its drawing shows.
    var past: WatchPast?
  }

  struct CarriedBinding: Codable {
    var number: Int
    var description: String
  }

  struct LessonPlace: Codable {
    var id: String
    var step: Int
    var isOver: Bool
    var met: [Bool]
    var hints: Int
    var wantsSolution: Bool
  }
}

extension CarriedSession: CustomStringConvertible, CustomReflectable {
  /// The number of names; values are left out.
  public var description: String {
    "a session with \(desk.objects.count + desk.constants.count + desk.derived.count) names"
  }

  /// An empty mirror, so that `dump` does not print secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A value in an encoding that keeps distinctions that JSON drops: integers and other numbers, infinity and NaN.
struct CarriedValue: Codable {
  let value: DynamicValue

  init(_ value: DynamicValue) { self.value = value }

  /// One element of the flat encoding: the contents of a container follow it.
  ///
  /// Nested containers would fail, because JSON decoders limit nesting to some hundred levels.
  private enum Part: Codable {
    case null
    case bool(Bool)
    case int(Int)
    /// The bit pattern of a number.
    case double(UInt64)
    case string(String)
    case array(count: Int)
    case object(keys: [String])
  }

  func encode(to encoder: any Encoder) throws {
    var parts: [Part] = []
    Self.add(value, to: &parts)
    var container = encoder.singleValueContainer()
    try container.encode(parts)
  }

  private static func add(_ value: DynamicValue, to parts: inout [Part]) {
    switch value {
    case .null: parts.append(.null)
    case .bool(let value): parts.append(.bool(value))
    case .int(let value): parts.append(.int(value))
    case .double(let number): parts.append(.double(number.bitPattern))
    case .string(let value): parts.append(.string(value))
    case .array(let values):
      parts.append(.array(count: values.count))
      for value in values { add(value, to: &parts) }
    case .object(let values):
      let values = values.sorted { $0.key < $1.key }
      parts.append(.object(keys: values.map(\.key)))
      for (_, value) in values { add(value, to: &parts) }
    }
  }

  init(from decoder: any Decoder) throws {
    var rest = try decoder.singleValueContainer().decode([Part].self)[...]
    value = try Self.take(&rest, decoder)
  }

  private static func take(
    _ parts: inout ArraySlice<Part>, _ decoder: any Decoder
  ) throws -> DynamicValue {
    guard let part = parts.popFirst() else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "a value ends early"))
    }
    switch part {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .int(let value): return .int(value)
    case .double(let bits): return .double(Double(bitPattern: bits))
    case .string(let value): return .string(value)
    case .array(let count):
      var values: [DynamicValue] = []
      for _ in 0..<max(0, count) { values.append(try take(&parts, decoder)) }
      return .array(values)
    case .object(let keys):
      var values: [String: DynamicValue] = [:]
      for key in keys { values[key] = try take(&parts, decoder) }
      return .object(values)
    }
  }
}

extension SessionClock.Mode: Codable {}
