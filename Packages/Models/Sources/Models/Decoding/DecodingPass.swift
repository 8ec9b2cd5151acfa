/// Thrown when a problem is already in the list and there is no value to continue with.
struct Abandoned: Error {}

/// One decode through this package's own decoder.
///
/// It first decodes exactly, as any `Decoder` does: the first failure throws. Where that fails, it explores the same
/// value again to list everything: broken scalars are noted and stand in as 0, "" or false, broken optionals
/// as `nil`, broken enums as an earlier value of their type. Nobody sees the stand-ins, only the notes.
///
/// A value that failed is known to fail (memoization), so that no level of nesting is decoded exactly a second time:
/// the work grows with the size of the document and not with its depth.
final class DecodingPass {
  let document: JSONDocument
  let options: DecodingOptions
  private var problems = ProblemList()
  private(set) var samples: [ObjectIdentifier: Any] = [:]
  private var isExploring = false
  /// Whether the exploration is the last one, of a decode that fails as a whole.
  private var isFailing = false
  /// Why values failed when they were decoded exactly.
  private var failures: [Attempt: any Error] = [:]
  /// A memo of the problems of values that a lossy property leaves out.
  private var reports: [Attempt: ProblemList] = [:]
  /// The number of calls of `decode` that are under way.
  private var level = 0
  private var stack = StackRoom()
  /// The limit that ends the decode, whatever the model's own code does about the error.
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

  /// Whether a decode that fails has listed enough; it then unwinds.
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

  /// Notes an error that a model's own code threw.
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

  /// The byte of an entry; line and column are found for all problems together.
  private func position(of entry: Int) -> JSONPosition {
    JSONPosition(line: 0, column: 0, offset: document.start(of: entry))
  }

  /// Decodes exactly; where that fails, notes everything wrong with that effect and returns `nil`.
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

  /// Goes on without the value while exploring; passes the error on otherwise.
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
    // A value that decodes exactly has no problem, whatever it tried on the way.
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

  /// Whether a value is large enough to remember how it failed; the others are as quickly decoded again.
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

  /// Ends the decode before the thread's stack does; a few levels fit on any.
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
