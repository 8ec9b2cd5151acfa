/// Results by their inputs, of which only those of new or changed inputs are computed anew: the rows of a table.
struct Results<Input: Identifiable & Equatable & Sendable, Output: Sendable>: Sendable
where Input.ID: Sendable {
  private var known: [Input.ID: (input: Input, output: Output)] = [:]

  /// Returns the results of these inputs, which take the place of the earlier ones.
  mutating func take(_ inputs: [Input], _ compute: (Input) -> Output) -> [Output] {
    let last = known
    known = [:]
    return inputs.map { input in
      let same = last[input.id].flatMap { $0.input == input ? $0.output : nil }
      let output = same ?? compute(input)
      known[input.id] = (input, output)
      return output
    }
  }
}
