import FlyingFox
import Foundation

/// `POST /login`: signs in with phone and password; the first sign-in of a phone sets its password.
///
/// Answers 200 with phone, nickname and time, 401 for a wrong password, 422 for a body that is not
/// a login.
actor LoginRoute {
  private struct Login: Decodable {
    var phone: String
    var password: String
  }

  private struct SignedIn: Encodable {
    var phone: String
    var nickname: String
    var signedInAt: String
  }

  private let now: @Sendable () -> Date
  private var passwords: [String: String] = [:]

  init(now: @escaping @Sendable () -> Date) {
    self.now = now
  }

  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    let login: Login
    do {
      login = try JSONDecoder().decode(Login.self, from: try await request.bodyData)
    } catch {
      return .problem(
        .unprocessableContent, "Send JSON with a “phone” and a “password”, both text.")
    }
    guard login.phone.count == 11, login.phone.hasPrefix("1"),
      login.phone.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else {
      return .problem(.unprocessableContent, "A mobile number has 11 digits and begins with 1.")
    }
    guard login.password.count >= 8 else {
      return .problem(.unprocessableContent, "A password has at least 8 characters.")
    }
    guard passwords[login.phone, default: login.password] == login.password else {
      return .problem(.unauthorized, "The password is not the one this phone signed in with first.")
    }
    passwords[login.phone] = login.password
    return try .json(
      SignedIn(
        phone: login.phone, nickname: "用户\(login.phone.suffix(4))",
        signedInAt: now().formatted(.iso8601)))
  }
}
