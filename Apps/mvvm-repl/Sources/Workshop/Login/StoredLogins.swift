import REPLKit
import Store

/// Keeps each login in the workshop's store by its phone number, and records which one was the last.
struct StoredLogins: LoginMemory {
  let database: WorkshopDatabase

  /// The login that was saved last, in this run or an earlier one.
  func last() async throws -> RememberedLogin? {
    try await database.use { try await models(in: $0).latest() }
  }

  func save(_ login: RememberedLogin) async throws {
    if let rehearsal = Rehearsal.current { return rehearsal.withhold(.loginNotKept) }
    try await database.change { try await models(in: $0).save(login, as: login.phone) }
  }

  private func models(in store: KeyValueStore) throws -> StoredModels<RememberedLogin> {
    try StoredModels(store, table: "logins")
  }
}
