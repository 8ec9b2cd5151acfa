import Foundation
import Networking
import REPLKit
import Store

/// Keeps a client's responses in a table of the workshop's store, so that they outlive the program.
///
/// Networking says what a storage of responses is, Store keeps values; this joins the two.
struct StoredResponses: ResponseStorage {
  let database: WorkshopDatabase
  /// Bytes kept at most; what was put longest ago goes first.
  var capacity = 16 << 20

  private static let table = "responses"

  func response(for key: String) async throws -> StoredResponse? {
    try await responses().get(StoredResponse.self, id: key)
  }

  func store(_ response: StoredResponse, for key: String) async throws {
    guard Rehearsal.current == nil else { return }
    let capacity = capacity
    _ = try await responses()
    try await database.store().write { transaction in
      let table = try transaction.table(Self.table)
      try table.put(response, id: key)
      _ = try table.trim(toBytes: capacity)
    }
  }

  func removeResponses(withPrefix prefix: String) async throws {
    guard Rehearsal.current == nil else { return }
    _ = try await responses()
    try await database.store().write { transaction in
      _ = try transaction.table(Self.table).delete(in: .prefix(prefix))
    }
  }

  private func responses() async throws -> StoreTable {
    try await database.store().table(Self.table)
  }
}
