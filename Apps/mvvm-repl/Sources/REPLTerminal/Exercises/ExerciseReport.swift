/// The state of the exercises, as a run of their tests has printed it.
struct ExerciseReport: Equatable {
  /// Whether the tests of each exercise pass, in their order.
  let isDone: [Bool]
  /// The expectations of the first open exercise that are not met, with their places.
  let failures: [String]

  /// Reads the output of `swift test`.
  ///
  /// An exercise is done only if its suite says so: one that is missing is not.
  init(_ output: String, count: Int) {
    let lines = output.split(whereSeparator: \.isNewline)
    isDone = (1...count).map { number in
      let suite = Exercise.suite(number)
      return lines.contains {
        $0.contains("Suite \(suite) passed") || $0.contains("Suite \"\(suite)\" passed")
      }
    }
    let file = isDone.firstIndex(of: false).map { "\(Exercise.suite($0 + 1)).swift" }
    failures = lines.compactMap { line in
      guard let file,
        let match = line.firstMatch(of: /recorded an issue at (.+?):(\d+):\d+: (.+)$/),
        match.1 == file
      else { return nil }
      return "\(match.1):\(match.2): \(match.3)"
    }
  }

  /// The number of the first open exercise, from 1; `nil` when all are done.
  var next: Int? { isDone.firstIndex(of: false).map { $0 + 1 } }
}

extension Exercise {
  /// The name of an exercise's suite.
  static func suite(_ number: Int) -> String { "Exercise\(number)Tests" }
}
