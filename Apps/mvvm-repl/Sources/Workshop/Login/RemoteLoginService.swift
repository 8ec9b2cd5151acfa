import Foundation
import HTTPTypes
import Models
import Networking
import REPLKit

/// Signs people in at the workshop's API, `POST /login`.
struct RemoteLoginService: LoginService {
  let api: WorkshopAPI

  func signIn(_ credentials: Credentials) async throws -> RememberedLogin {
    do {
      return try await api.client().value(Request(.post, "/login", body: .json(credentials)))
    } catch let error as NetworkError where error.code == .badStatus {
      if let reason = error.response.flatMap(Self.reason) { throw Message(verbatim: reason) }
      var told = error
      told.request = nil
      throw told
    }
  }

  /// The server's own message, which it sends as `{"error": "…"}`.
  private static func reason(_ response: Response) -> String? {
    struct Problem: Decodable { var error: String }
    return try? ModelDecoder().decode(Problem.self, from: response.data).error
  }
}
