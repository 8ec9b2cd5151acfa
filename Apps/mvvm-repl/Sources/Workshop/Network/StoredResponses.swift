import Networking
import REPLKit
import Store

/// Keeps a client's responses in the workshop's store, so that they outlive the program.
///
/// Networking defines a storage of responses, and Store keeps values; this type joins the two.
struct StoredResponses: ResponseStorage {
  let database: WorkshopDatabase

  func response(for key: String) async throws -> StoredResponse? {
    try await database.responses().get(id: key).map(StoredResponse.init(bytes:))
  }

  func store(_ response: StoredResponse, for key: String) async throws {
    guard Rehearsal.current == nil else { return }
    let responses = try await database.responses()
    let bytes = try response.bytes
    try await database.change { store in
      try await store.write { try responses.put(bytes, id: key, in: $0) }
    }
  }

  func removeResponses(withPrefix prefix: String) async throws {
    guard Rehearsal.current == nil else { return }
    let table = try await database.responses().table
    try await database.change { store in
      _ = try await store.write { try $0.table(table.name).delete(in: .prefix(prefix)) }
    }
  }
}
