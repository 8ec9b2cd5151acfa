import Foundation
import Store

/// The workshop's store, which is opened when it is first needed.
actor WorkshopDatabase {
  private let folder: URL?
  private var opened: KeyValueStore?

  /// Keeps values in `folder`, or in memory when it is `nil`.
  init(folder: URL?) { self.folder = folder }

  /// The open store.
  ///
  /// - Throws: `StoreError` when the file cannot be opened; the next call tries again.
  func store() throws(StoreError) -> KeyValueStore {
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

  /// Closes the store; a later use opens it again.
  func close() {
    try? opened?.close()
    opened = nil
  }
}
