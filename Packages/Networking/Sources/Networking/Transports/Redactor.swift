import Foundation

/// Replaces the values of secret names in what is recorded.
struct Redactor: Sendable {
  static let mark = "REDACTED"
  let names: Set<String>

  init(_ names: Set<String>) {
    self.names = Set(names.map { $0.lowercased() })
  }

  func fields(_ headers: HTTPHeaders) -> [Cassette.Field] {
    headers.fields.map { field in
      Cassette.Field(
        name: field.name, value: isSecret(field.name) ? Self.mark : field.value)
    }
  }

  /// The URL with the values of secret query items replaced and the rest to the letter.
  func url(_ text: String) -> String {
    guard let mark = text.firstIndex(of: "?") else { return text }
    return text[...mark] + pairs(text[text.index(after: mark)...])
  }

  /// The body with secret fields replaced; bytes without any stay as they are.
  func body(_ data: Data, type: String?) -> Data {
    guard let type = type?.lowercased() else { return data }
    if type.hasPrefix("application/x-www-form-urlencoded") {
      return Data(pairs(Substring(decoding: data, as: UTF8.self)).utf8)
    }
    guard type.contains("json"),
      let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    else { return data }
    let (redacted, isChanged) = json(value)
    guard isChanged else { return data }
    let result = try? JSONSerialization.data(
      withJSONObject: redacted, options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
    return result ?? Data(Self.mark.utf8)
  }

  private func isSecret(_ name: some StringProtocol) -> Bool {
    names.contains(name.lowercased())
  }

  private func pairs(_ text: Substring) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let equals = pair.firstIndex(of: "="),
        isSecret(String(pair[..<equals]).removingPercentEncoding ?? "")
      else { return String(pair) }
      return pair[...equals] + Self.mark
    }.joined(separator: "&")
  }

  private func json(_ value: Any) -> (Any, isChanged: Bool) {
    if let object = value as? [String: Any] {
      var result = object
      var isChanged = false
      for (name, member) in object {
        if isSecret(name) {
          result[name] = Self.mark
          isChanged = true
        } else {
          let (redacted, changed) = json(member)
          if changed {
            result[name] = redacted
            isChanged = true
          }
        }
      }
      return (result, isChanged)
    }
    guard let array = value as? [Any] else { return (value, false) }
    let parts = array.map(json)
    return (parts.map(\.0), parts.contains { $0.isChanged })
  }
}
