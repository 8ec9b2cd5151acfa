public import Foundation
public import HTTPTypes
import Models

/// Hides the values of secrets in what is shown and logged.
///
/// A name is secret when it is one of the given ones, or by `SecretName` of Models: `access_token`, `apiKey`, `pwd`. A
/// value is hidden, too, when it is a text that holds such a name with its value: JSON, a form, an address; so is a query
/// that is such a text as a whole. What is encoded otherwise, as by base64, is not looked into.
///
/// ```swift
/// Redactor().url("http://h/?access_token=x&page=2")   // "http://h/?access_token=REDACTED&page=2"
/// ```
public struct Redactor: Sendable {
  /// The text that stands in for a secret.
  public static let mark = "REDACTED"

  private let names: Set<String>

  /// Makes a redactor.
  ///
  /// - Parameter names: Names beside those that are always secret.
  public init(_ names: Set<String> = []) {
    self.names = Set(names.map { $0.lowercased() })
  }

  /// Whether a header, query item or field of this name is secret.
  public func isSecret(_ name: some StringProtocol) -> Bool {
    let lowercased = name.lowercased()
    return names.contains(lowercased) || SecretName.isSecret(name)
  }

  /// The headers of a request with all values replaced but those of harmless fields, such as `Accept`.
  ///
  /// Any other field may hold a secret, whatever it is called.
  func requestHeaders(_ headers: HTTPFields) -> HTTPFields {
    HTTPFields(
      headers.map { field in
        let name = field.name.canonicalName
        let isShown = HTTPField.harmless.contains(name) || HTTPField.ofBody.contains(name)
        return isShown && !names.contains(name)
          ? field : HTTPField(name: field.name, value: Self.mark)
      })
  }

  /// The headers of a response with the values of secret fields replaced, and secrets in addresses.
  public func headers(_ headers: HTTPFields) -> HTTPFields {
    HTTPFields(
      headers.map { field in
        let shown = url(field.value)
        // Of what is no address all counts; of an address that was changed only what is before its query.
        let rest = shown == field.value ? shown[...] : shown.prefix { $0 != "?" && $0 != "#" }
        let isHidden = isSecret(field.name.rawName) || holdsSecret(String(rest))
        return HTTPField(name: field.name, value: isHidden ? Self.mark : shown)
      })
  }

  /// The URL with its user, its password and the values of secret items in query and fragment replaced.
  public func url(_ text: String) -> String {
    // By scalars: in Swift a mark and an accent after it are one character.
    let scalars = text.unicodeScalars
    let slashes = text.utf8.starts(with: "//".utf8) ? "//" : "://"
    var (shown, start) = ("", text.startIndex)
    if let (credentials, at) = Self.credentials(inOpaque: text) {
      shown = text[..<credentials] + Self.mark
      start = at
    } else if let end = scalars.prefix(while: { $0 != "?" && $0 != "#" })
      .firstRange(of: slashes.unicodeScalars)?.upperBound
    {
      let authority = URLText.authority(of: text[end...])
      shown = text[..<end] + host(String(authority))
      start = authority.endIndex
    }
    let query = scalars[start...].firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
    return shown + text[start..<query] + pairs(text[query...])
  }

  /// The place of what may be a user and a password in a text that is no address of a known kind.
  ///
  /// It is `me:x` in `demo:/me:x@host`, and `x` in `me:x@host`, which has no scheme; a port is none.
  private static func credentials(
    inOpaque text: String
  ) -> (start: String.Index, at: String.Index)? {
    let (scalars, marks) = (text.unicodeScalars, ":/?#".unicodeScalars)
    guard let colon = scalars.firstIndex(where: marks.contains), scalars[colon] == ":",
      case let rest = scalars[colon...].dropFirst(), !rest.starts(with: "//".unicodeScalars),
      !Substring(rest.prefix { !marks.contains($0) }).isDecimal,
      let start = rest.firstIndex(where: { $0 != "/" && $0 != "\\" }),
      let at = scalars[start...].lastIndex(of: "@")
    else { return nil }
    return (start, at)
  }

  /// A host without the user and the password that somebody wrote before it.
  func host(_ text: String) -> String {
    guard let at = text.unicodeScalars.lastIndex(of: "@") else { return text }
    return Self.mark + text[at...]
  }

  /// The query items with the values of secret ones replaced.
  public func query(_ items: [URLQueryItem]) -> [URLQueryItem] {
    items.map { item in
      if holdsSecret(item.name) { return URLQueryItem(name: Self.mark, value: nil) }
      return isSecret(item.name) || item.value.map(holdsSecret) == true
        ? URLQueryItem(name: item.name, value: Self.mark) : item
    }
  }

  /// Query and fragment; each begins with its own mark.
  private func pairs(_ text: Substring) -> String {
    var result = ""
    var rest = text.unicodeScalars
    var isFragment = false
    while true {
      let pair = Substring(rest.prefix { !"&;?#".unicodeScalars.contains($0) })
      var end = pair.endIndex
      let equals = pair.unicodeScalars.firstIndex(of: "=")
      // A query may be one text without a name.
      let namesSecret = holdsSecret(String(pair[..<(equals ?? end)]))
      let hasSecret = equals.map {
        isSecret(Request.name(ofItem: pair)) || holdsSecret(String(pair[$0...].dropFirst()))
      }
      if namesSecret || hasSecret == true {
        result += namesSecret ? "" : pair[..<(equals ?? end)] + "="
        result += Self.mark
        // A value goes on over what only some servers take for its end.
        end = rest[end...].firstIndex { $0 == "&" || $0 == "#" && !isFragment } ?? rest.endIndex
      } else {
        result += pair
      }
      guard end < rest.endIndex else { return result }
      if rest[end] == "#" { isFragment = true }
      result.unicodeScalars.append(rest[end])
      rest = rest[rest.index(after: end)...]
    }
  }
}
