import REPLKit
import Store

/// Keeps each login in the workshop's store, by its number, and which one was the last.
struct StoredLogins: LoginMemory {
  let database: WorkshopDatabase

  /// The login that was saved last, in this run or an earlier one.
  func last() async throws -> RememberedLogin? { try await models().latest() }

  func save(_ login: RememberedLogin) async throws {
    if let rehearsal = Rehearsal.current { return rehearsal.withhold(.loginNotKept) }
    try await models().save(login, as: login.phone)
  }

  private func models() async throws -> StoredModels<RememberedLogin> {
    try StoredModels(await database.store(), table: "logins")
  }
}
