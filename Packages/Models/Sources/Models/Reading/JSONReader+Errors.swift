// This code is not on the hot path: a reader does not track path and line, so they are computed after an error.
extension JSONReader {
  func missingValue() -> ModelError {
    syntaxError(expected: "a value", "Write a JSON value here.")
  }

  func syntaxError(expected: String, _ remedy: String, at place: Int? = nil) -> ModelError {
    let place = place ?? offset
    let found = JSONLocator(bytes).characterWords(at: place)
    return error(.syntax, at: place, expected: expected, found: found, remedy)
  }

  func encodingError(at place: Int) -> ModelError {
    let locator = JSONLocator(bytes)
    let broken = locator.firstInvalidUTF8(from: place)
    return error(
      .syntax, at: broken, expected: "UTF-8", found: locator.byteWords(at: broken),
      "Save the document as UTF-8.")
  }

  func depthError() -> ModelError {
    error(
      .limit, at: offset, expected: "at most \(depthLimit) levels of nesting", found: "one more",
      "Send a flatter document, or raise the decoder's depthLimit.")
  }

  func stackError() -> ModelError {
    error(
      .limit, at: offset, expected: "less nesting than the thread's stack bears",
      found: "one more level", "Send a flatter document, or read on a larger stack.")
  }

  private func error(
    _ kind: JSONProblem.Kind, at place: Int, expected: String, found: String, _ remedy: String
  ) -> ModelError {
    ModelError(
      problems: [
        JSONLocator(bytes).problem(
          kind, at: place, expected: expected, found: found, remedy: remedy)
      ])
  }
}
