public import Foundation
public import HTTPTypes

/// Hides the values of secrets in what is shown, logged and recorded.
///
/// A name is secret when it is one of the given ones or holds a word such as `token`, `secret`,
/// `password`, `cookie` or `authorization`, in any case and spelling.
///
/// ```swift
/// Redactor().url("http://h/?access_token=x&page=2")   // "http://h/?access_token=REDACTED&page=2"
/// ```
public struct Redactor: Sendable {
  /// The text that stands in for a secret.
  public static let mark = "REDACTED"

  private static let words = [
    "authorization", "cookie", "password", "passwd", "passphrase", "secret", "token", "apikey",
    "accesskey", "credential", "session", "signature",
  ]

  private let names: Set<String>

  /// Makes a redactor.
  ///
  /// - Parameter names: Names beside those that are always secret.
  public init(_ names: Set<String> = []) {
    self.names = Set(names.map { $0.lowercased() })
  }

  /// Whether a header, query item or field of this name is secret.
  public func isSecret(_ name: some StringProtocol) -> Bool {
    let name = name.lowercased()
    if names.contains(name) { return true }
    let letters = name.filter { $0 != "-" && $0 != "_" && $0 != "." }
    return letters == "sig" || Self.words.contains { letters.contains($0) }
  }

  /// The headers with the values of secret fields replaced.
  public func headers(_ headers: HTTPFields) -> HTTPFields {
    HTTPFields(
      headers.map { field in
        HTTPField(
          name: field.name, value: isSecret(field.name.rawName) ? Self.mark : field.value)
      })
  }

  /// The URL with the values of secret query items replaced and the rest to the letter.
  public func url(_ text: String) -> String {
    guard let mark = text.firstIndex(of: "?") else { return text }
    return text[...mark] + pairs(text[text.index(after: mark)...])
  }

  /// The query items with the values of secret ones replaced.
  public func query(_ items: [URLQueryItem]) -> [URLQueryItem] {
    items.map { isSecret($0.name) ? URLQueryItem(name: $0.name, value: Self.mark) : $0 }
  }

  /// A body with secret fields of JSON and forms replaced.
  ///
  /// Bytes of other types, and those without a secret, stay as they are; JSON that cannot be read is
  /// replaced when it names one.
  public func body(_ data: Data, type: String?) -> Data {
    guard let type, !data.isEmpty else { return data }
    let kind = type.lowercased()
    if kind.hasPrefix("application/x-www-form-urlencoded") {
      return Data(pairs(Substring(decoding: data, as: UTF8.self)).utf8)
    }
    if kind.hasPrefix("multipart/"), let start = type.range(of: "boundary=")?.upperBound {
      let boundary = type[start...].prefix { $0 != ";" }.filter { $0 != "\"" }
      return parts(data, boundary: boundary)
    }
    guard kind.contains("json") else { return data }
    guard
      let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    else {
      return isSecret(String(decoding: data, as: UTF8.self)) ? Data(Self.mark.utf8) : data
    }
    guard let redacted = json(value, isSecret: false) else { return data }
    let result = try? JSONSerialization.data(
      withJSONObject: redacted, options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
    return result ?? Data(Self.mark.utf8)
  }

  private func pairs(_ text: Substring) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let equals = pair.firstIndex(of: "="),
        isSecret(String(pair[..<equals]).removingPercentEncoding ?? "")
      else { return String(pair) }
      return pair[...equals] + Self.mark
    }.joined(separator: "&")
  }

  /// The value with its secrets replaced by values of the same kind, or `nil` when it has none.
  private func json(_ value: Any, isSecret isHidden: Bool) -> Any? {
    if let object = value as? [String: Any] {
      let changes = object.compactMap { name, member in
        json(member, isSecret: isHidden || isSecret(name)).map { (name, $0) }
      }
      guard !changes.isEmpty else { return nil }
      return object.merging(changes) { $1 }
    }
    if let array = value as? [Any] {
      let parts = array.map { json($0, isSecret: isHidden) }
      guard parts.contains(where: { $0 != nil }) else { return nil }
      return zip(parts, array).map { $0 ?? $1 }
    }
    guard isHidden else { return nil }
    if value is String { return Self.mark }
    return value is NSNumber ? 0 : nil
  }

  /// A form with files, with the contents of secret parts replaced.
  private func parts(_ data: Data, boundary: String) -> Data {
    let line = Data("--\(boundary)".utf8)
    var result = Data()
    var rest = data
    while let start = rest.range(of: line) {
      result += rest[..<start.upperBound]
      rest = rest[start.upperBound...]
      let end = rest.range(of: line)?.lowerBound ?? rest.endIndex
      guard let head = rest[..<end].range(of: Data("\r\n\r\n".utf8)),
        isSecret(Self.name(of: rest[..<head.lowerBound]))
      else { continue }
      result += rest[..<head.upperBound] + Data("\(Self.mark)\r\n".utf8)
      rest = rest[end...]
    }
    return result + rest
  }

  /// The `name` of a part, from its head.
  private static func name(of head: Data) -> Substring {
    let text = String(decoding: head, as: UTF8.self)
    guard let start = text.range(of: " name=\"")?.upperBound else { return "" }
    return text[start...].prefix { $0 != "\"" }
  }
}
