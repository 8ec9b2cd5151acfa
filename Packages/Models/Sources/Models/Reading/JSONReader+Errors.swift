// Everything here is off the hot path: a reader keeps no path and no line, they are found again.
extension JSONReader {
  /// The value under the cursor is of another type, or there is no value at all.
  func mismatch(_ expected: String) -> ModelError {
    let locator = JSONLocator(bytes)
    let found = locator.words(at: offset)
    guard found.isValue else { return syntaxError(expected: expected, "Write a JSON value here.") }
    let isNull = found.text == "null"
    return ModelError(
      problems: [
        locator.problem(
          isNull ? .null : .wrongType, at: offset, expected: expected, found: found.text,
          remedy: isNull
            ? "Send a value, or make the property optional."
            : "Correct the value, or the property's type.")
      ])
  }

  func syntaxError(expected: String, _ remedy: String, at place: Int? = nil) -> ModelError {
    let locator = JSONLocator(bytes)
    let place = place ?? offset
    return ModelError(
      problems: [
        locator.problem(
          .syntax, at: place, expected: expected, found: locator.characterWords(at: place),
          remedy: remedy)
      ])
  }

  func encodingError(at place: Int) -> ModelError {
    let locator = JSONLocator(bytes)
    let broken = locator.firstInvalidUTF8(from: place)
    return ModelError(
      problems: [
        locator.problem(
          .syntax, at: broken, expected: "UTF-8", found: locator.byteWords(at: broken),
          remedy: "Save the document as UTF-8.")
      ])
  }

  func depthError() -> ModelError {
    ModelError(
      problems: [
        JSONLocator(bytes).problem(
          .limit, at: offset, expected: "at most \(depthLimit) levels of nesting",
          found: "one more",
          remedy: "Send a flatter document, or raise the decoder's depthLimit.")
      ])
  }

  func stackError() -> ModelError {
    ModelError(
      problems: [
        JSONLocator(bytes).problem(
          .limit, at: offset, expected: "less nesting than the thread's stack bears",
          found: "one more level", remedy: "Send a flatter document, or read on a larger stack.")
      ])
  }
}
