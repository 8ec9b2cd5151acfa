import Foundation
import HTTPTypes
import Models
import Networking
import REPLKit
import Store
import ViewModels

/// Finds books, with or without the cache.
protocol BookService: NetworkAware {
  /// The books whose title or summary contains a text.
  func books(_ query: String) async throws -> [Book]
  /// Asks for all books by a policy and passes on each answer; there are two with
  /// ``CachePage/Policy/storedThenServer``.
  func ask(_ policy: CachePage.Policy, each: @MainActor (CachePage.Answer) -> Void) async throws
  /// Removes the books from the cache.
  func forget() async throws
}

/// The books of the workshop's API.
struct RemoteBooks: BookService, RemoteService {
  let api: WorkshopAPI

  func books(_ query: String) async throws -> [Book] {
    var request = Request(.get, "/books", query: [.init(name: "q", value: query)])
    request.cachePolicy = .ignoreCache
    let found: BookSearch = try await api.client().value(request)
    return found.books
  }

  func ask(
    _ policy: CachePage.Policy, each: @MainActor (CachePage.Answer) -> Void
  ) async throws {
    var request = Request(.get, "/books")
    request.cachePolicy =
      switch policy {
      case .server: .reloadIgnoringLocalCacheData
      case .freshElseServer: .useProtocolCachePolicy
      case .storedElseServer: .returnCacheDataElseLoad
      case .storedThenServer: .returnCacheDataThenLoad
      case .storedOnly: .returnCacheDataDontLoad
      }
    for try await response in try await api.client().responses(to: request) {
      let found = try ModelDecoder().decode(BookSearch.self, from: response.data)
      let answer = CachePage.Answer(from: response.source.rawValue, books: found.books.count)
      await each(answer)
    }
  }

  func forget() async throws { try await api.forgetResponses(to: "/books") }
}

/// Stores books by their titles, for ever or for a time.
protocol ShelfMemory: Sendable {
  /// The titles, in order.
  func titles() async throws -> [String]
  /// Stores a title for `seconds`; `nil` stores it for ever.
  func put(_ title: String, seconds: Double?) async throws
  /// Removes a title; returns whether it existed.
  func remove(_ title: String) async throws -> Bool
}

/// The table `books` of the workshop's store.
struct StoredShelf: ShelfMemory {
  let database: WorkshopDatabase

  func titles() async throws -> [String] {
    try await database.use { store in
      try await store.read { snapshot in
        guard try snapshot.tableExists("books") else { return [] }
        return try snapshot.table("books").ids()
      }
    }
  }

  func put(_ title: String, seconds: Double?) async throws {
    let lifetime = try Lifetime.duration(seconds: seconds)
    if let rehearsal = Rehearsal.current { return rehearsal.withhold(.bookNotKept) }
    try await database.change { store in
      try await store.write { transaction in
        try transaction.table("books").put(true, id: title, expiresAfter: lifetime)
      }
    }
  }

  func remove(_ title: String) async throws -> Bool {
    if let rehearsal = Rehearsal.current {
      rehearsal.withhold(.bookNotKept)
      return true
    }
    return try await database.change { store in
      try await store.write { try $0.table("books").delete(id: title) }
    }
  }
}
