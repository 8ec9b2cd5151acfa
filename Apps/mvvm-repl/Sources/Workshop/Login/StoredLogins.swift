import REPLKit
import Store

/// Keeps the last login in the workshop's store.
struct StoredLogins: LoginMemory {
  let database: WorkshopDatabase

  private static let id = "last login"

  /// The login that was saved last, in this run or an earlier one.
  func last() async throws -> RememberedLogin? {
    try await database.store().read { try $0.get(RememberedLogin.self, id: Self.id) }
  }

  func save(_ login: RememberedLogin) async throws {
    if let rehearsal = Rehearsal.current { return rehearsal.withhold(.loginNotKept) }
    try await database.store().write { try $0.put(login, id: Self.id) }
  }
}
