public import Foundation
public import HTTPTypes
import Models

/// Redacts the values of secrets in displayed and logged texts.
///
/// A name is secret if it was given to the redactor, or by the rules of `SecretName` in Models: `access_token`,
/// `apiKey`, `pwd`. A value is also redacted if it contains such a name with its value, as JSON, a form or an address;
/// the same holds for a whole query. Other encodings, such as base64, are not searched.
///
/// ```swift
/// Redactor().url("http://h/?access_token=x&page=2")   // "http://h/?access_token=REDACTED&page=2"
/// ```
public struct Redactor: Sendable {
  /// The text that replaces a secret.
  public static let mark = "REDACTED"

  private let names: Set<String>

  /// Makes a redactor.
  ///
  /// - Parameter names: Additional secret names; some names are always secret.
  public init(_ names: Set<String> = []) {
    self.names = Set(names.map { $0.lowercased() })
  }

  /// Whether the name of a header, query item or field is secret.
  public func isSecret(_ name: some StringProtocol) -> Bool {
    let lowercased = name.lowercased()
    return names.contains(lowercased) || SecretName.isSecret(name)
  }

  /// Returns the headers of a request; only the values of harmless fields, such as `Accept`, stay.
  ///
  /// Any other field may contain a secret, whatever its name.
  func requestHeaders(_ headers: HTTPFields) -> HTTPFields {
    HTTPFields(
      headers.map { field in
        let name = field.name.canonicalName
        let isShown = HTTPField.harmless.contains(name) || HTTPField.ofBody.contains(name)
        return isShown && !names.contains(name)
          ? field : HTTPField(name: field.name, value: Self.mark)
      })
  }

  /// Returns the headers of a response; the values of secret fields and the secrets in addresses are replaced.
  public func headers(_ headers: HTTPFields) -> HTTPFields {
    HTTPFields(
      headers.map { field in
        let shown = url(field.value)
        // A value that is no address is searched completely; of a redacted address, only the part before its query.
        let rest = shown == field.value ? shown[...] : shown.prefix { $0 != "?" && $0 != "#" }
        let isHidden = isSecret(field.name.rawName) || holdsSecret(String(rest))
        return HTTPField(name: field.name, value: isHidden ? Self.mark : shown)
      })
  }

  /// Returns the URL; its user, its password and the secret values in query and fragment are replaced.
  public func url(_ text: String) -> String {
    // The search uses scalars, because a mark and a following accent form one `Character`.
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

  /// Finds a possible user and password in a text that is not a hierarchical address.
  ///
  /// It finds `me:x` in `demo:/me:x@host`, and `x` in `me:x@host`, which has no scheme. A port does not count.
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

  /// Returns a host; a user and password before it are replaced.
  func host(_ text: String) -> String {
    guard let at = text.unicodeScalars.lastIndex(of: "@") else { return text }
    return Self.mark + text[at...]
  }

  /// Returns the query items with the values of secret items replaced.
  public func query(_ items: [URLQueryItem]) -> [URLQueryItem] {
    items.map { item in
      if holdsSecret(item.name) { return URLQueryItem(name: Self.mark, value: nil) }
      return isSecret(item.name) || item.value.map(holdsSecret) == true
        ? URLQueryItem(name: item.name, value: Self.mark) : item
    }
  }

  /// Redacts a query and a fragment; each begins with its mark.
  private func pairs(_ text: Substring) -> String {
    var result = ""
    var rest = text.unicodeScalars
    var isFragment = false
    while true {
      let pair = Substring(rest.prefix { !"&;?#".unicodeScalars.contains($0) })
      var end = pair.endIndex
      let equals = pair.unicodeScalars.firstIndex(of: "=")
      // A query may be a single text without a name.
      let namesSecret = holdsSecret(String(pair[..<(equals ?? end)]))
      let hasSecret = equals.map {
        isSecret(Request.name(ofItem: pair)) || holdsSecret(String(pair[$0...].dropFirst()))
      }
      if namesSecret || hasSecret == true {
        result += namesSecret ? "" : pair[..<(equals ?? end)] + "="
        result += Self.mark
        // The value extends over separators that only some servers accept, such as `;`.
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
