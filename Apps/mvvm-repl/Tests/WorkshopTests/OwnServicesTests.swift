import Foundation
import Testing

@testable import REPLKit

/// A talk and a lesson have services of their own: the person's store, network and server are as they were.
@MainActor
@Suite struct OwnServicesTests {
  private static let order =
    #"net.post("/orders", body: ["goods": ["tea"], "city": "x", "day": "2026-01-02"]).number"#

  private static let talk = """
    # Orders
    ## One
    ```mvvm
    store.ids
    store.put("city", "北京")
    store.put("river", "长江")
    store.count
    \(order)
    device.isOnline
    :network offline
    ```
    """

  /// Plays the talk as text, and begins and leaves a lesson, between two looks at what the person has.
  private func desk(in folder: URL? = nil) async throws -> LearnersDesk {
    let desk = await LearnersDesk(.english, in: folder)
    desk.session.offer(try TalkList([("orders.md", Self.talk)]))
    return desk
  }

  @Test func aTalkLeavesTheStoreAlone() async throws {
    try await withFolder { folder in
      let desk = try await desk(in: folder)
      await desk.type(#"store.put("city", "上海"); watch store.count; watch store["city"]"#)
      for _ in 0..<2 {
        let lines = await desk.type(":present orders")
        #expect(lines.contains("[]"), "\(lines)")
        #expect(lines.contains("2"), "\(lines)")
        #expect(!lines.contains { $0.hasPrefix("◉") }, "\(lines)")
      }
      #expect(await desk.type(#"store["city"]; store.ids"#) == [#""上海""#, #"["city"]"#])
      #expect(await desk.type(#"store.put("lake", "西湖")"#).contains("◉ store.count  2  ⟵ 1"))
      await desk.close()
      #expect(await said("store.ids", in: folder) == [#"["city", "lake"]"#])
    }
  }

  @Test func aTalkLeavesServerAndNetworkAlone() async throws {
    let desk = try await desk()
    await desk.type(":stub GET /posts -> 500")
    #expect(await desk.type(Self.order) == ["901"])
    for _ in 0..<2 { #expect(await desk.type(":present orders").contains("901")) }
    #expect(await desk.type(Self.order) == ["902"])
    #expect(await desk.type("device.isOnline") == ["true"])
    #expect(await desk.type(":stub").count == 2)
    await desk.type(":network offline")
    await desk.settle()
    #expect(await desk.type(":present orders").contains("true"))
    #expect(await desk.type("device.isOnline") == ["false"])
    await desk.close()
  }

  @Test func keysAndResumeFindTheServicesOfTheTalk() async throws {
    let desk = try await desk()
    desk.session.host.typesTalks = true
    await desk.type(#"store.put("city", "上海")"#)
    await desk.type(":present orders")
    for _ in 0..<3 {
      guard case .waits(let statement) = desk.session.nextTalkTurn() else { continue }
      desk.session.take(.enter)
      await desk.type(statement)
    }
    #expect(await desk.type("store.ids").first == #"["city", "river"]"#)
    desk.session.take(.escape)
    await desk.type(#"store.put("sea", 1)"#)
    await desk.type(":resume")
    #expect(await desk.type("store.ids").first == #"["city", "river"]"#)
    await desk.type(":present 1")
    #expect(await desk.type("store.ids") == ["[]"])
    await desk.type(":present stop")
    #expect(await desk.type("store.ids") == [#"["city"]"#])
    await desk.close()
  }

  @Test func aLessonLeavesTheStoreAlone() async throws {
    let desk = try await desk()
    await desk.type(#"store.put("city", "上海")"#)
    await desk.type(":lesson store")
    #expect(await desk.type("store.ids") == ["[]"])
    await desk.type(#"store.put("river", 1)"#)
    await desk.type(":lesson stop")
    #expect(await desk.type("store.ids") == [#"["city"]"#])
    await desk.close()
  }

  /// What would be lost is told, in a lesson too: the person's own server, and the lesson's store when a new program goes
  /// on.
  @Test func inALessonTheLossesOfBothDesksAreTold() async {
    let desk = await LearnersDesk(.english)
    let carrying = { desk.session.lossesOfCarrying(and: Message(verbatim: ""))?.description ?? "" }
    await desk.type(":server start\n:lesson 1")
    #expect(desk.session.leavingQuestion?.contains("server") == true)
    #expect(carrying().contains("server") && !carrying().contains("store"))
    await desk.type("store.put(\"city\", \"上海\")")
    #expect(carrying().contains("store"))
    #expect(desk.session.leavingQuestion?.contains("store") == false)
    await desk.type(":lesson stop\n:server stop")
    #expect(desk.session.leavingQuestion == nil && carrying() == "")
    await desk.close()
  }

  /// A recording that goes on behind a lesson begins with the person's own store.
  @Test func aReplayBehindALessonBeginsWithThePersonsStore() async {
    let desk = await LearnersDesk(.english)
    await desk.type("store.put(\"city\", \"上海\")\n:record\nstore.ids")
    await desk.type(":lesson 1\nstore.put(\"river\", \"长江\")\n:record\nstore.ids\n:lesson stop")
    let said = await desk.type(":replay")
    #expect(said == ["replayed 1 statement; the results were the same"])
    await desk.close()
  }
}
