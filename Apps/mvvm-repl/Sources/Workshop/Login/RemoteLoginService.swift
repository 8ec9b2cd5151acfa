import Foundation
import HTTPTypes
import Models
import Networking

/// Signs people in at the workshop's API, `POST /login`.
struct RemoteLoginService: LoginService {
  let api: WorkshopAPI

  func signIn(_ credentials: Credentials) async throws -> RememberedLogin {
    let request = Request(.post, "/login", body: try .json(credentials))
    do {
      return try await api.client().value(request)
    } catch let error as NetworkError where error.code == .badStatus {
      throw LoginRefused(reason: error.response.flatMap(Self.reason) ?? error.message)
    }
  }

  /// The server's own words, which it sends as `{"error": "…"}`.
  private static func reason(_ response: Response) -> String? {
    struct Problem: Decodable { var error: String }
    return try? ModelDecoder().decode(Problem.self, from: response.data).error
  }
}

/// The server knows the person and says no.
struct LoginRefused: Error, CustomStringConvertible {
  let reason: String

  var description: String { reason }
}
