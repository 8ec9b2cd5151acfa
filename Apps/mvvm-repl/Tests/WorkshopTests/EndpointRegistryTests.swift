import Foundation
import Networking
import HTTPTypes
import REPLKit
import Synchronization
import Testing

@testable import Workshop

@Suite struct EndpointRegistryTests {
  private struct Item: Codable, Equatable, Sendable { var id: Int }
  private struct Special: Codable, Equatable, Sendable { var id: Int }
  /// A model whose decoding waits for the main actor.
  private struct Elsewhere: Decodable, Sendable {
    static let hasBegun = Atomic(false)
    static let mayEnd = DispatchSemaphore(value: 0)

    init(from decoder: any Decoder) throws {
      Self.hasBegun.store(true, ordering: .releasing)
      Self.mayEnd.wait()
    }
  }

  @Test func theMostExactPatternIsFoundWhateverTheOrder() throws {
    var registry = EndpointRegistry()
    registry.register("/{kind}/{id}", Special.self)
    registry.register("/posts/{id}", Special.self)
    registry.register("/posts/special", Special.self)
    registry.register("/posts/{id}", Item.self)
    #expect(registry.patterns == ["/posts/special", "/posts/{id}", "/{kind}/{id}"])
    let url = try #require(URL(string: "http://h/"))
    let one = Response(head: ResponseHead(status: 200, url: url), data: Data(#" {"id": 1}"#.utf8))
    let many = Response(head: ResponseHead(status: 200, url: url), data: Data(#"[{"id": 1}]"#.utf8))
    #expect(try registry.model(of: one, path: "/posts/special") as? Special == Special(id: 1))
    #expect(try registry.model(of: one, path: "/posts/7") as? Item == Item(id: 1))
    #expect(try registry.model(of: many, path: "/posts/7") as? [Item] == [Item(id: 1)])
    #expect(try registry.model(of: one, path: "/posts/7/comments") == nil)
    #expect(try registry.model(of: one, path: "/postsX7") == nil)
  }

  /// The main actor goes on while a long answer is decoded.
  @MainActor
  @Test(.timeLimit(.minutes(10))) func anAnswerIsDecodedElsewhere() async throws {
    var registry = EndpointRegistry()
    registry.register("/long", Elsewhere.self)
    let url = try #require(URL(string: "http://h/long"))
    let answer = Response(head: ResponseHead(status: 200, url: url), data: Data("{}".utf8))
    async let decoded = NetworkExplorer.decoded(answer, by: registry)
    while !Elsewhere.hasBegun.load(ordering: .acquiring) { await Task.yield() }
    Elsewhere.mayEnd.signal()
    #expect(await decoded.value == .object([:]))
    #expect(await decoded.model == "Elsewhere")
  }
}
