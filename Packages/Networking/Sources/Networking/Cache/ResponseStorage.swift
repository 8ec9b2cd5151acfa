public import Foundation
import Synchronization

/// Keeps responses for a ``ResponseCache``: in memory here, in a database where there is one.
///
/// ```swift
/// let cache = ResponseCache(storage: MemoryResponseStorage(capacity: 8 << 20))
/// ```
public protocol ResponseStorage: Sendable {
  /// The response kept under a key, or `nil`.
  ///
  /// - Throws: when the storage cannot be read; the cache then asks the server.
  func response(for key: String) async throws -> StoredResponse?

  /// Keeps a response in place of one of the same key.
  ///
  /// - Throws: when the storage cannot be written; the response still reaches its caller.
  func store(_ response: StoredResponse, for key: String) async throws

  /// Forgets the responses whose key begins so; all with an empty prefix.
  ///
  /// - Throws: when the storage cannot be written.
  func removeResponses(withPrefix prefix: String) async throws
}

/// A response with what decides how long it may be used.
public struct StoredResponse: Sendable, Hashable, Codable {
  /// A header field.
  public struct Field: Sendable, Hashable, Codable {
    /// The field's name.
    public var name: String
    /// The field's value.
    public var value: String
  }

  /// The status code.
  public var status: Int
  /// The header fields in order.
  public var fields: [Field]
  /// The address that answered.
  public var url: URL
  /// The body.
  public var data: Data
  /// When the server last said that this is its answer.
  public var date: Date
  /// The request headers the server's choice depended on, from `Vary`.
  public var varying: [Field]
}

/// Keeps responses in memory and drops the ones unused for longest beyond its capacity.
public final class MemoryResponseStorage: ResponseStorage {
  private struct State {
    var responses: [String: (response: StoredResponse, use: Int)] = [:]
    var uses = 0
    var size = 0
  }

  private let state = Mutex(State())
  private let capacity: Int

  /// Makes an empty storage.
  ///
  /// - Parameter capacity: Bytes of body kept at most, 16 MiB by default.
  public init(capacity: Int = 16 << 20) {
    self.capacity = capacity
  }

  /// The response kept under a key.
  public func response(for key: String) -> StoredResponse? {
    state.withLock { state in
      state.uses += 1
      state.responses[key]?.use = state.uses
      return state.responses[key]?.response
    }
  }

  /// Keeps a response; one larger than the whole storage is not kept.
  ///
  /// - Complexity: O(*n*) in the number of responses for each one dropped.
  public func store(_ response: StoredResponse, for key: String) {
    state.withLock { state in
      if let old = state.responses.removeValue(forKey: key) {
        state.size -= old.response.data.count
      }
      guard response.data.count <= capacity else { return }
      state.uses += 1
      state.responses[key] = (response, state.uses)
      state.size += response.data.count
      while state.size > capacity,
        let oldest = state.responses.min(by: { $0.value.use < $1.value.use })
      {
        state.size -= oldest.value.response.data.count
        state.responses[oldest.key] = nil
      }
    }
  }

  /// Forgets the responses whose key begins so.
  public func removeResponses(withPrefix prefix: String) {
    state.withLock { state in
      for (key, value) in state.responses where key.hasPrefix(prefix) {
        state.size -= value.response.data.count
        state.responses[key] = nil
      }
    }
  }
}
