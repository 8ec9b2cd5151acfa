/// The state of the exercises, parsed from the output of their tests.
struct ExerciseReport {
  /// Whether the tests of each exercise pass, in order.
  private(set) var isDone: [Bool]
  /// The numbers, from 1, of exercises whose tests have not ended; a crash also ends the tests of the others.
  let unfinished: [Int]
  /// Whether a test has begun, so that the package could be built.
  let hasBegun: Bool
  private var lines: [Substring]

  /// Reads the output of `swift test`.
  ///
  /// An exercise is done only if its suite says so; a missing suite does not count.
  init(_ output: String, count: Int) {
    let lines = output.split(whereSeparator: \.isNewline)
    func says(_ outcome: String, _ number: Int) -> Bool {
      let suite = Exercise.suite(number)
      return lines.contains {
        $0.contains("Suite \(suite) \(outcome)") || $0.contains("Suite \"\(suite)\" \(outcome)")
      }
    }
    isDone = (1...count).map { says("passed", $0) }
    unfinished = (1...count).filter { !says("passed", $0) && !says("failed", $0) }
    hasBegun = (1...count).contains { says("started", $0) }
    self.lines = lines
  }

  /// Takes the output of a run of the tests of one exercise.
  mutating func take(_ output: String, of number: Int) {
    let own = ExerciseReport(output, count: isDone.count)
    isDone[number - 1] = own.isDone[number - 1]
    if next == number { lines = own.lines }
  }

  /// The number of the first open exercise, from 1; `nil` when all are done.
  var next: Int? { isDone.firstIndex(of: false).map { $0 + 1 } }

  /// The failed expectations of the first open exercise with their places, or the crash that ended its tests.
  var failures: [String] {
    guard let next else { return [] }
    let failed = lines.compactMap { line -> String? in
      guard
        let match = line.firstMatch(of: /recorded an issue at (.+?):(\d+):\d+: (.+)$/),
        match.1 == "\(Exercise.suite(next)).swift"
      else { return nil }
      return "\(match.1):\(match.2): \(match.3)"
    }
    guard failed.isEmpty, unfinished.contains(next) else { return failed }
    // Tests that have crashed the process report nothing about themselves.
    let crash = lines.first { $0.contains("Fatal error: ") || $0.contains("Program crashed: ") }
    return [crash ?? lines.last].compactMap { $0.map(String.init) }
  }
}

extension Exercise {
  /// The name of an exercise's suite.
  static func suite(_ number: Int) -> String { "Exercise\(number)Tests" }
}
