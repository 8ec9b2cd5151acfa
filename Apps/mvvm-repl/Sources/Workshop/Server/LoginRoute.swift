import FlyingFox
import Foundation

/// The route `POST /login`, which signs in with phone and password; the first sign-in of a phone sets its password.
///
/// The answers are 200 with phone, nickname and time, 401 for a wrong password, and 422 for a body that is not a login.
/// Their language is Chinese if `Accept-Language` requests it, otherwise English.
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
      return request.problem(
        .unprocessableContent,
        "Send JSON with 'phone' and 'password', both strings.",
        "请发送带有“phone”和“password”的 JSON，两者都是字符串。")
    }
    guard login.phone.count == 11, login.phone.hasPrefix("1"),
      login.phone.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else {
      return request.problem(
        .unprocessableContent,
        "A mobile number has 11 digits and begins with 1.",
        "手机号有 11 位数字，以 1 开头。")
    }
    guard login.password.count >= 8 else {
      return request.problem(
        .unprocessableContent,
        "A password has at least 8 characters.",
        "密码至少有 8 个字符。")
    }
    guard passwords[login.phone, default: login.password] == login.password else {
      return request.problem(
        .unauthorized,
        "The password is not the one this phone signed in with first.",
        "密码与此手机号首次登录时的不同。")
    }
    passwords[login.phone] = login.password
    return try .json(
      SignedIn(
        phone: login.phone, nickname: request.said("User ", "用户") + login.phone.suffix(4),
        signedInAt: now().formatted(.iso8601)))
  }
}
