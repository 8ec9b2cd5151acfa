#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Thrown when a problem is already in the list and there is no value to go on with.
struct Abandoned: Error {}

/// One decode through this package's own decoder.
///
/// It first decodes exactly, as any `Decoder` does: the first failure throws. Where that fails, it explores the same
/// value again to list everything: broken scalars are noted and stand in as 0, "" or false, broken optionals
/// as `nil`, broken enums as an earlier value of their type. Nobody sees the stand-ins, only the notes.
final class DecodingPass {
  let document: JSONDocument
  let options: DecodingOptions
  private(set) var problems: [JSONProblem] = []
  private var samples: [ObjectIdentifier: Any] = [:]
  private var isExploring = false
  private var askedKeys: [Int: (keys: Set<String>, path: PathNode)] = [:]
  /// What was found wrong with a value that a lossy property may leave out.
  ///
  /// Each level of nesting comes back to those inside it: without this the work would grow threefold with each.
  private var failures: [Attempt: [JSONProblem]] = [:]

  private struct Attempt: Hashable {
    var entry: Int
    var type: ObjectIdentifier
  }

  init(_ document: JSONDocument, _ options: DecodingOptions) {
    self.document = document
    self.options = options
  }

  func run<Model: Decodable>(
    _ type: Model.Type, at pointer: JSONPointer
  ) throws(ModelError) -> Decoded<Model> {
    guard let root = document.entry(at: pointer) else {
      throw ModelError(
        problems: [
          JSONProblem(
            .missing, at: pointer, expected: "a value at \(pointer)", found: "nothing",
            remedy: "Correct the pointer, or the document.")
        ])
    }
    let path = pointer.tokens.reduce(PathNode.root) { PathNode($0, $1, nil) }
    let value = attempt(type, root, path, effect: .failed)
    if options.unknownKeys == .reject { noteUnknownKeys() }
    let placed = document.inOrder(problems)
    guard let value, !placed.contains(where: { $0.effect == .failed }) else {
      throw ModelError(problems: placed)
    }
    return Decoded(value: value, problems: placed)
  }

  // MARK: Problems

  func note(
    _ kind: JSONProblem.Kind, _ entry: Int, _ path: PathNode, expected: String, remedy: String,
    effect: JSONProblem.Effect = .failed
  ) {
    let offset = document.entries[entry].start
    problems.append(
      JSONProblem(
        kind, at: path.pointer, expected: expected, found: document.words(entry), remedy: remedy,
        effect: effect, position: JSONPosition(line: 0, column: 0, offset: offset)))
  }

  /// Reports a failure: notes it while exploring, throws it otherwise.
  func fail(
    _ kind: JSONProblem.Kind, _ entry: Int, _ path: PathNode, expected: String, remedy: String
  ) throws {
    guard !isExploring else {
      note(kind, entry, path, expected: expected, remedy: remedy)
      return
    }
    let context = DecodingError.Context(codingPath: path.codingPath, debugDescription: remedy)
    switch kind {
    case .null: throw DecodingError.valueNotFound(Any.self, context)
    case .wrongType: throw DecodingError.typeMismatch(Any.self, context)
    default: throw DecodingError.dataCorrupted(context)
    }
  }

  /// Reports a key that is not there.
  func failMissing(_ key: some CodingKey, as name: String, in object: Int, _ path: PathNode) throws
  {
    guard isExploring else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(codingPath: path.codingPath, debugDescription: "The key is missing."))
    }
    var problem = JSONProblem(missing: name, in: path.pointer)
    problem.position = JSONPosition(line: 0, column: 0, offset: document.entries[object].start)
    if let near = Suggestion.nearest(to: name, among: document.members(of: object).map(\.key)) {
      problem.remedy = "Is it the key \"\(near)\"? Add \"\(name)\", or map the key in the model."
    }
    problems.append(problem)
  }

  /// Notes an error that a model's own code threw.
  private func note(_ error: any Error, _ entry: Int, _ path: PathNode) {
    var problem = JSONProblem(error, in: [])
    problem.pointer = path.pointer
    if case DecodingError.keyNotFound(let key, _) = error {
      problem.pointer = path.pointer.appending(key.stringValue)
    } else {
      problem.found = document.words(entry)
    }
    problem.position = JSONPosition(line: 0, column: 0, offset: document.entries[entry].start)
    problems.append(problem)
  }

  /// Decodes exactly; where that fails, notes everything wrong with that effect and returns `nil`.
  func attempt<Value: Decodable>(
    _ type: Value.Type, _ entry: Int, _ path: PathNode, effect: JSONProblem.Effect
  ) -> Value? {
    let attempt = Attempt(entry: entry, type: ObjectIdentifier(type))
    let mark = problems.count
    if failures[attempt] == nil {
      let wasExploring = isExploring
      isExploring = false
      defer { isExploring = wasExploring }
      if let value = try? decode(type, entry, path) { return value }
      problems.removeSubrange(mark...)
      isExploring = true
      _ = try? decode(type, entry, path)
      var places = Set<JSONPointer>()
      failures[attempt] = problems[mark...].filter { places.insert($0.pointer).inserted }
      problems.removeSubrange(mark...)
    }
    problems += (failures[attempt] ?? []).map { problem in
      var problem = problem
      if problem.effect == .failed { problem.effect = effect }
      return problem
    }
    return nil
  }

  /// Decodes exactly, leaving no note when that fails.
  func quietly<Value: Decodable>(_ type: Value.Type, _ entry: Int, _ path: PathNode) -> Value? {
    let mark = problems.count
    let wasExploring = isExploring
    isExploring = false
    defer { isExploring = wasExploring }
    if let value = try? decodeOnce(type, entry, path) { return value }
    problems.removeSubrange(mark...)
    return nil
  }

  /// Goes on without the value while exploring; passes the error on otherwise.
  func survive<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
      return try body()
    } catch {
      if isExploring { return nil }
      throw error
    }
  }

  func noteAsked(_ key: String, in object: Int, _ path: PathNode) {
    guard options.unknownKeys == .reject else { return }
    askedKeys[object, default: ([], path)].keys.insert(key)
  }

  private func noteUnknownKeys() {
    for (object, asked) in askedKeys {
      for member in document.members(of: object) where !asked.keys.contains(member.key) {
        let near = Suggestion.nearest(to: member.key, among: Array(asked.keys))
        var problem = JSONProblem(
          .unknown, at: asked.path.pointer.appending(member.key),
          expected: "only keys of the model",
          found: "the key \(JSONLocator.quoted(member.key))",
          remedy: near.map { "Did you mean \"\($0)\"?" }
            ?? "Remove the key, or add it to the model.")
        let offset = document.entries[member.keyEntry].start
        problem.position = JSONPosition(line: 0, column: 0, offset: offset)
        problems.append(problem)
      }
    }
  }

  // MARK: Values

  func decode<Value: Decodable>(_ type: Value.Type, _ entry: Int, _ path: PathNode) throws -> Value
  {
    guard isExploring else { return try decodeOnce(type, entry, path) }
    // What decodes exactly has no problem, whatever it tried on the way.
    let mark = problems.count
    isExploring = false
    let exact = Result { try decodeOnce(type, entry, path) }
    isExploring = true
    if case .success(let value) = exact {
      samples[ObjectIdentifier(type)] = value
      return value
    }
    problems.removeSubrange(mark...)
    do {
      let value = try decodeOnce(type, entry, path)
      if problems.count > mark { return value }
      _ = try exact.get()
    } catch {
      if problems.count == mark { note(error, entry, path) }
    }
    return try standIn(for: type)
  }

  private func decodeOnce<Value: Decodable>(
    _ type: Value.Type, _ entry: Int, _ path: PathNode
  ) throws -> Value {
    if let known = try decodeKnown(type, entry, path) { return known }
    if let array = type as? any DecodableArray.Type {
      return try cast(try array.decodeArray(self, entry, path))
    }
    if let dictionary = type as? any DecodableDictionary.Type {
      return try cast(try dictionary.decodeDictionary(self, entry, path))
    }
    return try Value(from: NodeDecoder(self, entry, path))
  }

  /// A value to go on with after a failure was noted: an earlier one of the type, an empty one, or a first case.
  func standIn<Value: Decodable>(for type: Value.Type) throws -> Value {
    if let sample = samples[ObjectIdentifier(type)] as? Value { return sample }
    if let cases = type as? any CaseIterable.Type, let first = cases.firstCase as? Value {
      return first
    }
    if let empty = type as? any ExpressibleByNilLiteral.Type, let none = empty.none as? Value {
      return none
    }
    if type is any DecodableArray.Type, let empty = [] as? Value { return empty }
    if type == Date.self, let date = Date(timeIntervalSince1970: 0) as? Value { return date }
    throw Abandoned()
  }

  private func cast<Value>(_ value: Any) throws -> Value {
    guard let value = value as? Value else { throw Abandoned() }
    return value
  }

  /// The types that Foundation's decoder also treats in its own way.
  private func decodeKnown<Value: Decodable>(
    _ type: Value.Type, _ entry: Int, _ path: PathNode
  ) throws -> Value? {
    switch type {
    case is Date.Type: try date(entry, path) as? Value
    case is URL.Type: try url(entry, path) as? Value
    case is Data.Type: try base64(entry, path) as? Value
    case is Decimal.Type: try decimal(entry, path) as? Value
    case is JSONValue.Type: document.value(entry) as? Value
    case is JSONNumber.Type where document.entries[entry].kind == .number:
      document.value(entry).number as? Value
    default: nil
    }
  }

  func expect(_ kind: JSONDocument.Kind, _ expected: String, _ entry: Int, _ path: PathNode) throws
    -> Bool
  {
    let found = document.entries[entry].kind
    if found == kind { return true }
    if found == .null {
      try fail(
        .null, entry, path, expected: expected,
        remedy: "Send a value, or make the property optional.")
    } else {
      try fail(
        .wrongType, entry, path, expected: expected,
        remedy: "Correct the value, or the property's type.")
    }
    return false
  }
}

extension ExpressibleByNilLiteral {
  fileprivate static var none: Any { Self(nilLiteral: ()) }
}

extension CaseIterable {
  fileprivate static var firstCase: Any? { allCases.first }
}
