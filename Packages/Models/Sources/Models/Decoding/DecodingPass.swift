/// An error that stops a decode after a problem was reported, because no value exists to continue with.
struct Abandoned: Error {}

/// A decode with this package's own decoder.
///
/// It first decodes exactly, as any `Decoder` does: the first failure throws. If that fails, it explores the same value
/// again to report all problems. Broken scalars are reported and replaced with 0, "" or false, broken optionals with
/// `nil`, and broken enums with an earlier value of their type. These stand-ins are never returned, only the reports.
///
/// Failures are memoized, so that no level of nesting is decoded exactly twice: the work grows with the size of the
/// document, not with its depth.
final class DecodingPass {
  let document: JSONDocument
  let options: DecodingOptions
  private var problems = ProblemList()
  private(set) var samples: [ObjectIdentifier: Any] = [:]
  private var isExploring = false
  /// Whether this exploration is the last one, for a decode that fails as a whole.
  private var isFailing = false
  /// The memoized errors of exact decodes.
  private var failures: [Attempt: any Error] = [:]
  /// The memoized problems of values that a lossy property leaves out.
  private var reports: [Attempt: ProblemList] = [:]
  /// The number of nested calls of `decode` that are running.
  private var level = 0
  private var stack = StackRoom()
  /// The exceeded limit; it ends the decode even if the model's own code catches the error.
  private var passedLimit: ModelError?

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
    if let passedLimit { throw passedLimit }
    let placed = document.inOrder(problems.listed)
    guard let value, !problems.hasFailure else {
      throw ModelError(problems: placed, count: problems.count)
    }
    return Decoded(value: value, problems: placed, problemCount: problems.count)
  }

  /// Whether a failing decode has reported enough problems and should end.
  var isStopped: Bool { isFailing && hasListedEnough || passedLimit != nil }

  var hasListedEnough: Bool { problems.count >= ProblemList.limit }

  func note(
    _ kind: JSONProblem.Kind, _ entry: Int, _ path: @autoclosure () -> PathNode, expected: String,
    remedy: String, effect: JSONProblem.Effect = .failed
  ) {
    problems.append(effect) {
      JSONProblem(
        kind, at: path().pointer, expected: expected, found: document.words(entry), remedy: remedy,
        position: position(of: entry))
    }
  }

  /// Reports a failure: records it during exploration, otherwise throws it.
  func fail(
    _ kind: JSONProblem.Kind, _ entry: Int, _ path: PathNode, expected: String, remedy: String
  ) throws {
    guard !isExploring else {
      note(kind, entry, path, expected: expected, remedy: remedy)
      return
    }
    let context = DecodingError.Context(codingPath: path.codingPath, debugDescription: remedy)
    switch kind {
    case .null, .missing: throw DecodingError.valueNotFound(Any.self, context)
    case .wrongType: throw DecodingError.typeMismatch(Any.self, context)
    default: throw DecodingError.dataCorrupted(context)
    }
  }

  func failMissing(_ key: some CodingKey, as name: String, in object: Int, _ path: PathNode) throws
  {
    guard isExploring else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(codingPath: path.codingPath, debugDescription: "The key is missing."))
    }
    problems.append(.failed) {
      var problem = JSONProblem(missing: name, in: path.pointer)
      problem.position = position(of: object)
      let keys = document.keys(of: object, atMost: Suggestion.limit).map(document.string)
      if let near = Suggestion.nearest(to: name, among: keys) {
        problem.remedy = "Is it the key \"\(near)\"? Add \"\(name)\", or map the key in the model."
      }
      return problem
    }
  }

  /// Records an error that a model's own code threw.
  private func note(_ error: any Error, _ entry: Int, _ path: PathNode) {
    problems.append(.failed) {
      var problem = JSONProblem(error)
      problem.pointer = path.pointer
      if case DecodingError.keyNotFound(let key, _) = error {
        problem.pointer = path.pointer.appending(key.stringValue)
      } else {
        problem.found = document.words(entry)
      }
      problem.position = position(of: entry)
      return problem
    }
  }

  /// Returns the byte offset of an entry; line and column are computed later for all problems together.
  private func position(of entry: Int) -> JSONPosition {
    JSONPosition(line: 0, column: 0, offset: document.start(of: entry))
  }

  /// Decodes exactly; if that fails, reports all problems with an effect and returns `nil`.
  func attempt<Value: Decodable>(
    _ type: Value.Type, _ entry: Int, _ path: PathNode, effect: JSONProblem.Effect
  ) -> Value? {
    guard !isStopped else { return nil }
    let attempt = Attempt(entry: entry, type: ObjectIdentifier(type))
    if let report = reports[attempt] {
      problems.append(report, failuresAs: effect)
      return nil
    }
    let wasExploring = isExploring
    defer { isExploring = wasExploring }
    isExploring = false
    if let value = try? decode(type, entry, path) { return value }
    let before = problems
    problems = ProblemList(room: before.roomLeft)
    isExploring = true
    if effect == .failed { isFailing = true }
    _ = try? decode(type, entry, path)
    var report = problems
    report.removeRepeatedPlaces()
    if isLarge(entry) { reports[attempt] = report }
    problems = before
    problems.append(report, failuresAs: effect)
    return nil
  }

  /// Runs `body`; on an error, returns `nil` during exploration, otherwise rethrows.
  func survive<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
      return try body()
    } catch {
      if isExploring, !isStopped { return nil }
      throw error
    }
  }

  func decode<Value: Decodable>(_ type: Value.Type, _ entry: Int, _ path: PathNode) throws -> Value
  {
    guard !isStopped else { throw Abandoned() }
    level += 1
    defer { level -= 1 }
    try checkStack(at: entry, path)
    return isExploring ? try explore(type, entry, path) : try decodeExactly(type, entry, path)
  }

  private func explore<Value: Decodable>(
    _ type: Value.Type, _ entry: Int, _ path: PathNode
  ) throws -> Value {
    let before = problems.count
    let failure: any Error
    // A value that decodes exactly has no problems, even if attempts on the way failed.
    isExploring = false
    do {
      let value = try decodeExactly(type, entry, path)
      isExploring = true
      samples[ObjectIdentifier(type)] = value
      return value
    } catch {
      isExploring = true
      failure = error
    }
    do {
      let value = try decodeOnce(type, entry, path)
      if problems.count > before { return value }
      note(failure, entry, path)
    } catch {
      if problems.count == before, !isStopped { note(error, entry, path) }
    }
    guard !isStopped else { throw Abandoned() }
    return try standIn(for: type)
  }

  private func decodeExactly<Value: Decodable>(
    _ type: Value.Type, _ entry: Int, _ path: PathNode
  ) throws -> Value {
    let attempt =
      isLarge(entry) ? Attempt(entry: entry, type: ObjectIdentifier(type)) : nil
    if let attempt, let failure = failures[attempt] { throw failure }
    let before = problems
    do {
      return try decodeOnce(type, entry, path)
    } catch {
      problems = before
      if let attempt { failures[attempt] = error }
      throw error
    }
  }

  /// Whether a value is large enough to memoize its failure; small values are decoded again just as fast.
  private func isLarge(_ entry: Int) -> Bool { document.next(after: entry) - entry > 3 }

  private func decodeOnce<Value: Decodable>(
    _ type: Value.Type, _ entry: Int, _ path: PathNode
  ) throws -> Value {
    if let known = try decodeKnown(type, entry, path) { return known }
    if let collection = type as? any DecodableCollection.Type,
      let value = try collection.decode(self, entry, path, isLossy: options.isLossy) as? Value
    {
      return value
    }
    return try Value(from: NodeDecoder(self, entry, path))
  }

  /// Stops the decode before the thread's stack overflows; a few levels fit on any stack.
  private func checkStack(at entry: Int, _ path: PathNode) throws {
    guard level > 16, stack.isUsedUp() else { return }
    let problem = JSONProblem(
      .limit, at: path.pointer, expected: "less nesting than the thread's stack bears",
      found: document.words(entry), remedy: "Send a flatter document, or decode on a larger stack.",
      position: position(of: entry))
    passedLimit = ModelError(problems: document.inOrder([problem]))
    throw Abandoned()
  }

  func value(_ entry: Int, _ path: PathNode) throws -> JSONValue {
    do { return try document.value(entry) } catch {
      passedLimit = passedLimit ?? error
      throw Abandoned()
    }
  }

  func expect(_ kind: JSONDocument.Kind, _ expected: String, _ entry: Int, _ path: PathNode) throws
    -> Bool
  {
    let found = document.kind(of: entry)
    if found == kind { return true }
    let isNull = found == .null
    try fail(
      isNull ? .null : .wrongType, entry, path, expected: expected,
      remedy: isNull
        ? "Send a value, or make the property optional."
        : "Correct the value, or the property's type.")
    return false
  }
}
