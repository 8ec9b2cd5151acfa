import Foundation
import Models

/// Finds secrets in documents and in nested texts.
extension Redactor {
  /// Returns a decoding error without the values of the document's secret fields.
  func error(_ error: ModelError, of document: Data) -> ModelError {
    let isSecret = { (problem: JSONProblem) in problem.pointer.tokens.contains { self.isSecret($0) }
    }
    // A large document is assumed to contain secrets, because a search would take longer than decoding it.
    guard
      document.count > 1 << 18 || holdsSecret(Array(document), inAnyForm: true)
        || error.problems.contains(where: isSecret)
    else { return error }
    return ModelError(
      problems: error.problems.map { problem in
        var problem = problem
        // The snippet may show neighbouring values.
        problem.snippet = ""
        // The message of a model's own error may quote the value.
        if problem.kind == .invalidValue { problem.remedy = "Correct the value." }
        if holdsSecret(Array(problem.found.utf8), inAnyForm: true) {
          problem.found = "a text with a secret"
        }
        if let secret = problem.pointer.tokens.firstIndex(where: { self.isSecret($0) }) {
          problem.found = "a secret value"
          problem.remedy = "Correct the value."
          problem.pointer = JSONPointer(keys: Array(problem.pointer.tokens[...secret]))
        }
        return problem
      })
  }

  /// Whether a text contains JSON with a secret member or a query with a secret item, percent-encoded up to 7 times.
  func holdsSecret(_ text: String) -> Bool {
    guard text.utf8.contains(where: "=:%".utf8.contains) else { return false }
    return holdsSecret(Array(text.utf8), inAnyForm: false)
  }

  /// Whether a text contains a secret, also after up to 7 rounds of percent-decoding.
  private func holdsSecret(_ text: [UInt8], inAnyForm: Bool) -> Bool {
    var text = text
    for _ in 0..<8 {
      if namesSecret(text, inAnyForm: inAnyForm) { return true }
      let decoded = PercentEncoding.decoded(text) { _ in true }
      guard decoded.count < text.count else { break }
      text = decoded
    }
    return false
  }

  /// Whether a text contains a secret name, followed by the mark between a name and its value.
  ///
  /// The text may be a fragment, and texts may be nested to any depth. `inAnyForm` also finds names in headers, markup
  /// and JSON without quotation marks.
  private func namesSecret(_ text: [UInt8], inAnyForm: Bool) -> Bool {
    var harmless: Set<[UInt8]> = []
    for index in text.indices where ":=>".utf8.contains(text[index]) {
      let isItem = text[index] == UInt8(ascii: "=")
      guard let (name, isQuoted) = Self.name(in: text, before: index),
        isQuoted || isItem || inAnyForm, harmless.insert(name).inserted
      else { continue }
      let words = String(decoding: name, as: UTF8.self)
      // A name with a `\u` escape may stand for any name.
      if isSecret(Request.decoded(words[...])) || words.contains("\\u") { return true }
    }
    return false
  }

  /// Returns the name before a mark and whether it is quoted, maybe with escaped quotes; a long name is cut to its end.
  private static func name(in text: [UInt8], before mark: Int) -> ([UInt8], isQuoted: Bool)? {
    let start = max(0, mark - 300)
    var end = mark
    while end > start, isBlank(text, end - 1) { end -= 1 }
    guard end > start else { return nil }
    let quote = text[end - 1]
    let isQuoted = "\"'".utf8.contains(quote)
    if isQuoted { end -= 1 }
    while isQuoted, end > start, text[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    var begin = end
    while begin > start {
      let byte = text[begin - 1]
      if isQuoted ? byte == quote : !isOfName(byte) { break }
      // A backslash escape either belongs to the name or is a break before it.
      if !isQuoted, byte == UInt8(ascii: "\\"), begin < end, text[begin] != UInt8(ascii: "u") {
        if "nrt".utf8.contains(text[begin]) { begin += 1 }
        break
      }
      begin -= 1
    }
    return begin < end ? (Array(text[begin..<end]), isQuoted) : nil
  }

  /// Whether a byte is white space (forms write it as `+`) or belongs to an escaped white-space character.
  private static func isBlank(_ text: [UInt8], _ index: Int) -> Bool {
    let isEscaped = index > 0 && text[index - 1] == UInt8(ascii: "\\")
    return " +\t\r\n\\".utf8.contains(text[index]) || isEscaped && "nrt".utf8.contains(text[index])
  }

  /// Whether a byte may occur in an unquoted name.
  private static func isOfName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte >= 0x80 || " _-.%+\\".utf8.contains(byte)
  }
}
