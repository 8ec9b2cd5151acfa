import Store
import Testing

/// What the text of an error tells, and what it keeps to itself.
@Suite struct ErrorTextTests {
  @Test func noErrorQuotesAStoredValue() throws {
    try StoreKind.file.withStore { store in
      struct Account: Codable, Sendable { var token: Int }
      try store.put(["token": "hunter2-secret"], id: "account")
      let error = try #require(
        #expect(throws: StoreError.self) { try store.get(Account.self, id: "account") })
      var dumped = ""
      dump(error, to: &dumped)
      for text in [error.message, "\(error)", String(reflecting: error), dumped] {
        #expect(!text.contains("hunter2"))
      }
      #expect(error.message.contains("token is not a"))
    }
  }

  /// The keys of a dictionary are stored like its values.
  @Test func noErrorQuotesAKeyThatIsStored() throws {
    struct Account: Codable, Sendable {
      var tokens: [String: String]
    }
    struct Other: Codable, Sendable {
      var tokens: [String: [Int]]
    }
    try StoreKind.file.withStore { store in
      try store.put(["hunter2": "x"], id: "a")
      try store.put(Account(tokens: ["hunter2": "x"]), id: "b")
      try store.put(["4111": "x"], id: "c")
      for error in [
        #expect(throws: StoreError.self) { try store.get([String: Int].self, id: "a") },
        #expect(throws: StoreError.self) { try store.get([String: [String: Int]].self, id: "a") },
        #expect(throws: StoreError.self) { try store.get(Other.self, id: "b") },
        #expect(throws: StoreError.self) { try store.get([OwnKey: Int].self, id: "a") },
        #expect(throws: StoreError.self) { try store.get(OwnKeys.self, id: "a") },
        #expect(throws: StoreError.self) { try store.get([String: Int].self, id: "c") },
        #expect(throws: StoreError.self) { try store.get([Int: Int].self, id: "c") },
        #expect(throws: StoreError.self) { try store.get([OwnKey: Int].self, id: "c") },
        #expect(throws: StoreError.self) { try store.get(OwnKeys.self, id: "c") },
      ] {
        #expect(error?.code == .wrongType)
        let text = try #require(error.map { "\($0)" })
        #expect(!text.contains("hunter2") && !text.contains("4111"), "\(text)")
      }
    }
  }

  private struct OwnKey: Codable, Hashable, CodingKeyRepresentable, Sendable {
    var text: String
    var codingKey: any CodingKey { AnyKey.other(text) }
    init?(codingKey: some CodingKey) { text = codingKey.stringValue }
  }

  /// Keys that are an enumeration, and yet data.
  private enum AnyKey: CodingKey {
    case other(String)

    var stringValue: String {
      switch self {
      case .other(let text): text
      }
    }
    var intValue: Int? { Int(stringValue) }
    init(stringValue: String) { self = .other(stringValue) }
    init(intValue: Int) { self = .other("\(intValue)") }
  }

  private struct OwnKeys: Decodable, Sendable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      for key in container.allKeys { _ = try container.decode(Int.self, forKey: key) }
    }
  }

  @Test func anErrorNamesThePropertyAndThePlaceInAList() throws {
    struct Account: Codable, Sendable { var tokens: [Int] }
    try StoreKind.file.withStore { store in
      try store.put(["tokens": ["1", "2"]], id: "a")
      let error = #expect(throws: StoreError.self) { try store.get(Account.self, id: "a") }
      #expect(error?.message.contains("/tokens/0 is not a") == true, "\(error?.message ?? "")")
    }
  }
}
