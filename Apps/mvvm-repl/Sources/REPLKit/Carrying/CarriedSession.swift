import ViewModels

/// The state of a session as a value that another one goes on with: in a program that was built anew, say.
///
/// It has names with what they stand for, values that can be set, watches and bindings with their numbers,
/// derived values, snapshots, what can be undone, results by number, the recording, the clock, settings and the
/// lesson. Nothing is done again: commands that run end with the old session.
///
/// ```swift
/// let carried = old.carried()
/// let over = await new.take(carried)
/// for loss in over.losses { print(loss.name, loss.reason) }
/// ```
/// - Important: Secrets are in it as they are. It describes itself without them; keep its encoding from
///   everybody else.
public struct CarriedSession: Codable, Sendable {
  var desk: Desk
  /// The desk that the learner had before the lesson.
  var deskAside: Desk?
  var lesson: LessonPlace?
  var clock: SessionClock.Mode
  /// The clock of the desk aside.
  var clockAside: SessionClock.Mode?
  var moment: Duration
  var settings: [String: String]
  var secretNames: Set<String>
  /// The texts of secrets that commands were given, and that went from a view-model into a secret place.
  var given: Set<String>
  var results: Results
  var recording: Recording
  /// The path of the view-model on the screen.
  var screen: String?
  var endings: [Ending]
  /// What `:graph live` draws, as it was typed.
  var live: String?

  /// Something that ends with the session.
  struct Ending: Codable {
    enum Reason: String, Codable { case notMadeHere, running, unnamed }

    var name: String
    var reason: Reason
  }

  /// Everything that belongs to a person at the prompt.
  struct Desk: Codable {
    var objects: [Object] = []
    /// The names of view-models that cannot be made anew.
    var unmade: Set<String> = []
    var constants: [Constant] = []
    /// Derived values by name, as they were written.
    var derived: [String: String] = [:]
    /// The names and results of which the values of names were made.
    var origins: [String: Set<String>] = [:]
    var members: [MemberValue] = []
    var watches: [CarriedWatch] = []
    var bindings: [CarriedBinding] = []
    /// The numbers that were given last.
    var lastWatch = 0
    var lastBinding = 0
    var snapshots: [String: Snapshot] = [:]
    var changes = Changes()
  }

  /// What was kept under a name: the values by their paths, and what has changed since and cannot be put back.
  struct Snapshot: Codable {
    var values: [String: CarriedValue]
    var others: [String]
  }

  /// A view-model with its names.
  struct Object: Codable {
    /// The recipe by which it is made anew, or the path at which it is found.
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

  /// A name that stands for a value.
  struct Constant: Codable {
    var name: String
    var isVariable: Bool
    var isSecret: Bool
    var type: String
    var value: CarriedValue
  }

  /// The value of a member.
  struct MemberValue: Codable {
    var path: String
    var value: CarriedValue
    /// Whether it can be put back; others are compared only.
    var isRestorable: Bool
    /// Whether it was secure; after a change of the source it may not be.
    var isSecret: Bool
  }

  struct CarriedWatch: Codable {
    var number: Int
    var path: String
    /// The statement that makes it.
    var statement: String
    /// The value that was shown last, if it is shown as one value.
    var last: CarriedValue?
    /// What its drawing is made of.
    var past: WatchPast?
  }

  struct CarriedBinding: Codable {
    var number: Int
    var description: String
  }

  /// The learner's place in the course.
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
  /// The number of its names; no value of it.
  public var description: String {
    "a session with \(desk.objects.count + desk.constants.count + desk.derived.count) names"
  }

  /// Nothing: what dumps it would dump secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A value in a form that keeps the distinctions that JSON drops: whole numbers and others, infinity and NaN.
struct CarriedValue: Codable {
  let value: DynamicValue

  init(_ value: DynamicValue) { self.value = value }

  /// A value without what is in it, which follows: JSON decoders take no more than some hundred levels.
  private enum Part: Codable {
    case null
    case bool(Bool)
    case int(Int)
    /// The bits of a number.
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
