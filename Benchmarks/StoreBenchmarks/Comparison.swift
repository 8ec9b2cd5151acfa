/// Returns the nanoseconds per operation of several ways to do one job, which run in turn in every round.
///
/// The figures are medians of the rounds, so that a disturbance of the machine does not affect only one of the ways.
func compare(
  rounds: Int, operations: Int, _ ways: [() async throws -> Void]
) async throws -> [Double] {
  var samples = [[Double]](repeating: [], count: ways.count)
  let clock = ContinuousClock()
  for round in 0...rounds {
    for (index, way) in ways.enumerated() {
      let start = clock.now
      try await way()
      let time = (clock.now - start) / .nanoseconds(1)
      // The first round warms up.
      if round > 0 { samples[index].append(time / Double(operations)) }
    }
  }
  return samples.map { $0.sorted()[$0.count / 2] }
}
