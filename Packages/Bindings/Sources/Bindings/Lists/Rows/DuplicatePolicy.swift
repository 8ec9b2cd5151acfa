/// A rule for rows that have the identity of another row of the same list.
///
/// ```swift
/// messages.replace(with: page)  // keeps the first of each, and reports the others
/// try messages.replace(with: page, duplicates: .fail)
/// ```
public struct DuplicatePolicy<Failure: Error>: Sendable {
  enum Rule { case keepFirst, keepLast, fail }

  let rule: Rule
  let failure: @Sendable (DuplicateIdentityError) -> Failure?
}

extension DuplicatePolicy where Failure == Never {
  /// The first row of an identity stays; the others are left out and reported to ``Graph/onIssue``.
  public static let keepFirst = DuplicatePolicy(rule: .keepFirst) { _ in nil }

  /// The last row of an identity stays, at its own place; the others are left out and reported to
  /// ``Graph/onIssue``.
  public static let keepLast = DuplicatePolicy(rule: .keepLast) { _ in nil }
}

extension DuplicatePolicy where Failure == DuplicateIdentityError {
  /// A repeated identity is an error, and the list stays as it is.
  public static let fail = DuplicatePolicy(rule: .fail) { $0 }
}

/// Rows were given to a list that have the identity of another.
public struct DuplicateIdentityError: Error, CustomStringConvertible {
  /// The kind of mistake.
  public enum Code: String, Sendable {
    /// Two rows have the same identity.
    case duplicateIdentity
  }

  /// The kind of mistake.
  public let code = Code.duplicateIdentity
  /// The repeated identities as text, in order of their repetition.
  public let identities: [String]

  /// The mistake and its remedy.
  public var message: String {
    "rows with an identity that another row has: \(identities.joined(separator: ", ")); "
      + "make ids unique, or choose the policy keepFirst or keepLast"
  }

  /// There is no other error behind it.
  public var cause: (any Error)? { nil }

  /// The message.
  public var description: String { message }
}

extension Array where Element: Identifiable {
  /// The array without rows whose identity came before; nil when there are none.
  func keepingFirst() -> [Element]? {
    var seen = Set<Element.ID>(minimumCapacity: count)
    let unique = filter { seen.insert($0.id).inserted }
    return unique.count == count ? nil : unique
  }

  /// The identities that occur again, once for each repetition.
  var repeatedIdentities: [Element.ID] {
    var seen = Set<Element.ID>(minimumCapacity: count)
    return compactMap { seen.insert($0.id).inserted ? nil : $0.id }
  }
}
