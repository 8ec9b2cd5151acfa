/// A source file for Swift Testing that replays a recording, with the types that the recording uses.
struct RecordedTest {
  /// A type that the recording uses.
  struct Tested: Hashable {
    /// The module and the type in it, as Swift writes them: `Shop.Cart`.
    let path: String
    /// Whether the schema describes how to create the type.
    let hasInitializer: Bool
    /// The services that the initializer takes.
    let services: [String]

    var module: String { String(path.prefix { $0 != "." }) }
    var name: String { String(path.dropFirst(module.count + 1)) }
    /// Whether only the file that declares the type can name it.
    var isPrivate: Bool { path.contains("(unknown context") }
  }

  private let conversation: String
  /// The name of the suite.
  private let name: String
  private let types: [Tested]
  private let clock: SessionClock.Mode
  private let sources: TestSources?
  private let doubles: [String: TestSources.Double]
  /// The gaps of the test, which a person has to fill or check.
  private(set) var gaps: [Message] = []

  /// Creates a test from the recorded steps, the types that they use, and what is known of the program and the session.
  ///
  /// The suite is named after the file, which is `nil` if the test is only displayed.
  init(
    _ steps: [Recorder.Step], of types: [Tested], _ sources: TestSources?, hostNames: Set<String>,
    names: Set<String>, in file: String? = nil
  ) {
    name = Self.name(for: file)
    let steps = steps.filter { !$0.isMistake }
    let (whole, cut) = (steps.filter { !$0.isCutShort }, steps.filter(\.isCutShort))
    conversation = RecordingText(steps: whole, showsViewModels: false).conversation
    clock = steps.first?.clockMode ?? .real
    self.types = types.filter { !$0.isPrivate }
    self.sources = sources
    let services = sources?.catalog == nil ? Set(self.types.flatMap(\.services)) : []
    doubles = services.reduce(into: [:]) { $0[$1] = sources?.double($1) }
    let hidden = types.filter(\.isPrivate).map { String($0.path.split(separator: ".").last ?? "") }
    if !hidden.isEmpty { gaps.append(.privateTypes(hidden.sorted())) }
    if sources?.catalog != nil {
      gaps.append(.servicesOfProgram)
    } else {
      let made = self.types.filter { !$0.hasInitializer }.map(\.name)
      if !made.isEmpty { gaps.append(.madeByClosure(made.sorted())) }
    }
    for service in services.sorted() {
      switch doubles[service] {
      case nil: gaps.append(.noDouble(service))
      case let double? where !double.madeUp.isEmpty:
        gaps.append(.answersMadeUp(double.name, double.madeUp))
      case _?: break
      }
    }
    if !cut.isEmpty { gaps.append(.cutShort(cut.map(\.shown))) }
    if steps.contains(where: \.isOfEarlierProgram) { gaps.append(.recordedAcrossReload) }
    let isWaiting = sources?.catalog != nil || !services.isEmpty
    let isReal = clock == .real && steps.first?.text != ":clock manual"
    if isReal, isWaiting { gaps.append(.realTime) }
    let secrets = steps.filter(\.lacksSecret).map(\.shown)
      .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    if !secrets.isEmpty { gaps.append(.secretsToFillIn(secrets)) }
    let words = whole.map { $0.text.split { !($0.isLetter || $0.isNumber || $0 == "_") } }
    let used = Set(words.joined())
    let given = hostNames.filter { used.contains($0[...]) }
    if !given.isEmpty { gaps.append(.namesOfHost(given.sorted())) }
    let declared = words.flatMap { words in
      zip(words, words.dropFirst()).filter { $0.0 == "let" || $0.0 == "var" }.map(\.1)
    }
    let earlier = names.filter { used.contains($0[...]) && !declared.contains($0[...]) }
    if !earlier.isEmpty { gaps.append(.madeBefore(earlier.sorted())) }
  }

  /// The text of the file.
  var text: String {
    let body = conversation.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "        \($0)" }
    // The literal needs more number signs than any text in it that would end the literal or begin an interpolation.
    var signs = "#"
    while ["\"\"\"", "\\"].contains(where: { conversation.contains($0 + signs) }) { signs += "#" }
    let gaps = gaps.map { gap in
      "///\n/// - \("\(gap)".split(separator: "\n").joined(separator: "\n///   "))\n"
    }
    let remarks = gaps.isEmpty ? "" : "/// Recorded at the prompt.\n\(gaps.joined())"
    return """
      \(imports)

      \(remarks)@MainActor
      @Suite struct \(name) {
        @Test func \(goesAsRecorded)() async {
      \(made.map { "    \($0)" }.joined(separator: "\n"))
          let failures = await runner.failures(
            of: \(signs)\"""
      \(body.joined(separator: "\n"))
              \"""\(signs))
          #expect(failures == [])
        }
      }\(doubles.sorted { $0.key < $1.key }.map { "\n\n\($0.value.declaration)" }.joined())
      """
  }

  /// Returns the name of the suite, such as `MineTests` for `Mine.swift` and for `MineTests.swift`.
  private static func name(for file: String?) -> String {
    let stem = file?.split(separator: "/").last?.prefix { $0 != "." } ?? ""
    var name = stem.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    if name.first?.isLetter != true { name = "Recorded" + name }
    return name.hasSuffix("Tests") ? name : name + "Tests"
  }

  private var imports: String {
    // Types of a test module need no import, because the test belongs to that module.
    let modules = Set(types.map(\.module) + (sources?.modules ?? [])).filter {
      !$0.hasSuffix("Tests")
    }.sorted()
    let libraries = ["REPLKit", "Testing", "ViewModels"].map { "import \($0)" }
    let own = modules.map { "@testable import \($0)" }
    return (libraries + (own.isEmpty ? [] : [""] + own)).joined(separator: "\n")
  }

  /// The name of the test, after the types that it is about: `cartAndOrderGoAsRecorded`.
  private var goesAsRecorded: String {
    let names = types.map { $0.name.split(separator: ".").last.map(String.init) ?? $0.name }
    guard let first = names.first, names.count <= 3 else { return "theConversationGoesAsRecorded" }
    let start = first.prefix(1).lowercased() + first.dropFirst()
    let rest = names.dropFirst().map { "And\($0.prefix(1).uppercased())\($0.dropFirst())" }
    return start + rest.joined() + (rest.isEmpty ? "GoesAsRecorded" : "GoAsRecorded")
  }

  /// The lines that create the runner.
  private var made: [String] {
    let clock = "SessionClock(\(clock == .manual ? ".manual" : ""))"
    if let catalog = sources?.catalog {
      return [
        "let clock = \(clock)", "let runner = TranscriptRunner(\(catalog), clock: clock)",
      ]
    }
    let services = doubles.sorted { $0.key < $1.key }.map { service, double in
      "catalog.provide((any \(service)).self) { \(double.name)() }"
    }
    let additions = types.map {
      $0.hasInitializer
        ? "catalog.add(\($0.name).self)" : "catalog.add(\($0.name).self) { \($0.name)() }"
    }
    let time = self.clock == .manual ? ", clock: \(clock)" : ""
    let isEmpty = services.isEmpty && additions.isEmpty
    return ["\(isEmpty ? "let" : "var") catalog = Catalog()"] + services + additions + [
      "let runner = TranscriptRunner(catalog\(time))"
    ]
  }
}

extension Recorder.Step {
  /// Whether the statement did nothing but fail because of how it was typed, or because what it expected was not true;
  /// a test that wanted that would be about the person, not about the view-model.
  fileprivate var isMistake: Bool {
    guard hasFailed, said.count == 1, case .record(.diagnostic(let mistake, _), _)? = said.first
    else { return false }
    return mistake.status != .runtimeError || mistake.tellsNoValue
  }
}
