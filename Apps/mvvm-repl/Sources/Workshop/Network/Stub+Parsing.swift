import Foundation
import HTTPTypes
import REPLKit
import ViewModels

extension Stub {
  /// Parses `GET /posts/{id} -> 200 {"id": 7} after 1s, then timeout`; GET and 200 may be left out.
  init(parsing text: String) throws(Message) {
    guard let arrow = text.range(of: "->") else { throw .stub(.answerBehindArrow) }
    let (method, path) = try Self.request(text[..<arrow.lowerBound])
    var rest = text[arrow.upperBound...]
    var answers: [Answer] = []
    repeat {
      answers.append(try Self.answer(&rest))
    } while Self.take(", then ", from: &rest)
    guard rest.isEmpty else { throw .stub(.tooMuch(String(rest.prefix(40)))) }
    self.init(method, path, answers)
  }

  /// Returns the text of a stub with its mistakes corrected: another arrow, a path without its first `/`, a misspelt
  /// word, or a missing comma before `then`; only one word is corrected.
  static func meant(by text: String) -> String? {
    var text = text
    if !text.contains("->"), let sign = ["=>", "→", "⇒", "="].first(where: { text.contains($0) }) {
      text = text.replacing(sign, with: "->", maxReplacements: 1)
    }
    if let arrow = text.firstRange(of: "->") {
      let words = text[..<arrow.lowerBound].split(separator: " ")
      let isMethod = words.first.map { methods.contains($0.uppercased()) } == true
      if let path = words.last, !path.hasPrefix("/"), words.count == (isMethod ? 2 : 1) {
        text.insert("/", at: path.startIndex)
      }
    }
    if (try? Stub(parsing: text)) != nil { return text }
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let known = methods + Failure.allCases.map(\.rawValue) + ["after", "then"]
    for (index, word) in words.enumerated() {
      let isThen = word == "then" && index > 0
      guard let better = isThen ? "\(words[index - 1])," : word.nearestWord(among: known) else {
        continue
      }
      var mended = words
      mended[isThen ? index - 1 : index] = better
      let meant = mended.joined(separator: " ")
      if (try? Stub(parsing: meant)) != nil { return meant }
    }
    return nil
  }

  /// Parses `GET /posts/{id}`, or the path alone.
  static func request(_ text: Substring) throws(Message) -> (HTTPRequest.Method, String) {
    let words = text.split(separator: " ").map(String.init)
    let method = words.count == 2 ? words[0].uppercased() : "GET"
    guard let path = words.last, path.hasPrefix("/"), words.count <= 2, methods.contains(method),
      let method = HTTPRequest.Method(method)
    else { throw .stub(.noRequest(String(text.prefix(40)))) }
    guard namesAreClosed(path) else { throw .stub(.openName(String(path.prefix(40)))) }
    return (method, path)
  }

  /// Whether each `{` of a path has a name and its `}`.
  private static func namesAreClosed(_ path: String) -> Bool {
    path.split(separator: "{", omittingEmptySubsequences: false).enumerated().allSatisfy {
      index, part in
      let ends = part.split(separator: "}", omittingEmptySubsequences: false)
      return index == 0 ? ends.count == 1 : ends.count == 2 && !ends[0].isEmpty
    }
  }

  static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

  private static func answer(_ rest: inout Substring) throws(Message) -> Answer {
    skipSpace(&rest)
    var answer: Answer
    let word = rest.prefix { $0.isLetter }
    if let failure = Failure(rawValue: String(word)) {
      rest.removeFirst(word.count)
      answer = Answer(outcome: .failure(failure))
    } else {
      let status = status(&rest)
      let number = rest.prefix { !" ,".contains($0) }
      guard status != nil || number.count != 3 || Int(number) == nil else {
        throw .stub(.noStatus(String(number)))
      }
      let json = try json(&rest)
      guard status != nil || !json.isEmpty else {
        let names = Failure.allCases.map(\.rawValue)
        throw .stub(.noAnswer(names))
      }
      answer = Answer(outcome: .response(status: status ?? 200, json: json))
    }
    if take(" after ", from: &rest) {
      let time = rest.prefix { $0 != " " && $0 != "," }
      rest.removeFirst(time.count)
      answer.delay = try NetworkWords.duration(String(time))
    }
    return answer
  }

  /// Parses a status of three digits at the beginning of an answer.
  private static func status(_ rest: inout Substring) -> Int? {
    let digits = rest.prefix { !" ,".contains($0) }
    guard digits.count == 3, let status = Int(digits), (200...599).contains(status) else {
      return nil
    }
    rest.removeFirst(3)
    return status
  }

  /// Parses a whole JSON value; returns an empty text where none begins.
  private static func json(_ rest: inout Substring) throws(Message) -> String {
    let before = rest
    skipSpace(&rest)
    let text = String(rest.prefix(jsonLength(rest)))
    guard !text.isEmpty, !rest.hasPrefix("after "), !rest.hasPrefix(",") else {
      rest = before
      return ""
    }
    guard (try? JSONDecoder().decode(DynamicValue.self, from: Data(text.utf8))) != nil else {
      throw .stub(.noJSON(String(text.prefix(40))))
    }
    rest.removeFirst(text.count)
    return text
  }

  /// The number of characters of a value: up to the bracket that closes it, or up to a space or comma.
  private static func jsonLength(_ text: Substring) -> Int {
    var (depth, count, isInString, isEscaped) = (0, 0, false, false)
    for character in text {
      if !isInString, depth == 0, " ,".contains(character) { return count }
      count += 1
      switch character {
      case _ where isEscaped: isEscaped = false
      case "\\" where isInString: isEscaped = true
      case "\"": isInString.toggle()
      case "{" where !isInString, "[" where !isInString: depth += 1
      case "}" where !isInString, "]" where !isInString: depth -= 1
      default: break
      }
    }
    return count
  }

  private static func skipSpace(_ rest: inout Substring) { rest = rest.drop { $0 == " " } }

  private static func take(_ word: String, from rest: inout Substring) -> Bool {
    guard rest.hasPrefix(word) else { return false }
    rest.removeFirst(word.count)
    return true
  }
}
