/// Where the last login is kept between runs.
public protocol LoginMemory: Sendable {
  /// Keeps a login in the place of the one before.
  func save(_ login: RememberedLogin) async throws
}

/// Decides whether a person may sign in.
public protocol LoginService: Sendable {
  /// Signs a person in.
  ///
  /// - Returns: What is worth remembering of the login; never the password.
  func signIn(_ credentials: Credentials) async throws -> RememberedLogin
}

/// What a person types to sign in.
public struct Credentials: Codable, Sendable, Hashable {
  /// The mobile number.
  public var phone: String
  /// The password.
  public var password: String
}

/// What is kept of a login.
public struct RememberedLogin: Codable, Sendable, Hashable {
  /// The mobile number.
  public var phone: String
  /// How the server addresses the person; `nil` before the first sign-in.
  public var nickname: String?
}
