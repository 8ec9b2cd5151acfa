import REPLKit
import Store

/// Keeps each login in the workshop's store, by its number, and which one was the last.
struct StoredLogins: LoginMemory {
  let database: WorkshopDatabase

  private static let (id, table) = ("last login", "logins")

  /// The login that was saved last, in this run or an earlier one.
  func last() async throws -> RememberedLogin? {
    try await database.store().read { try $0.get(RememberedLogin.self, id: Self.id) }
  }

  func save(_ login: RememberedLogin) async throws {
    if let rehearsal = Rehearsal.current { return rehearsal.withhold(.loginNotKept) }
    try await database.store().write { transaction in
      try transaction.table(Self.table).put(login, id: login.phone)
      try transaction.put(login, id: Self.id)
    }
  }
}
