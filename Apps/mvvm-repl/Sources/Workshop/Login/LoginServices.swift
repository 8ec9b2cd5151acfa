/// The memory of the last login between runs.
public protocol LoginMemory: Sendable {
  /// Keeps a login in place of the previous one.
  func save(_ login: RememberedLogin) async throws
}

/// Decides whether a person may sign in.
public protocol LoginService: Sendable {
  /// Signs a person in.
  ///
  /// - Returns: The part of the login to remember; never the password.
  func signIn(_ credentials: Credentials) async throws -> RememberedLogin
}

/// The input of a person who signs in.
public struct Credentials: Codable, Sendable, Hashable {
  /// The mobile number.
  public var phone: String
  /// The password.
  public var password: String
}

/// The part of a login that is kept.
public struct RememberedLogin: Codable, Sendable, Hashable {
  /// The mobile number.
  public var phone: String
  /// The name by which the server addresses the person; `nil` before the first sign-in.
  public var nickname: String?
}
