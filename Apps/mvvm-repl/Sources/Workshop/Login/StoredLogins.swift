import Foundation
import Store

/// Keeps the last login in the workshop's store, which is opened when it is first needed.
actor StoredLogins: LoginMemory {
  private let folder: URL?
  private var opened: KeyValueStore?

  private static let id = "last login"

  /// Keeps logins in `folder`, or in memory when it is `nil`.
  init(folder: URL?) { self.folder = folder }

  /// The login that was saved last, in this run or an earlier one.
  func last() async throws -> RememberedLogin? {
    try await store().read { try $0.get(RememberedLogin.self, id: Self.id) }
  }

  func save(_ login: RememberedLogin) async throws {
    try await store().write { try $0.put(login, id: Self.id) }
  }

  /// Closes the store; a later use opens it again.
  func close() {
    try? opened?.close()
    opened = nil
  }

  private func store() throws -> KeyValueStore {
    if let opened { return opened }
    let store =
      if let folder {
        try KeyValueStore(name: "workshop", in: folder)
      } else {
        try KeyValueStore.inMemory()
      }
    opened = store
    return store
  }
}
