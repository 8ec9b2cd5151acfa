import REPLKit
import Testing
import ViewModels

@testable import Workshop

/// The store and the network as a terminal and a browser draw them.
@MainActor
@Suite struct DataScreenTests {
  /// The pictures of a view-model of the host after each statement.
  private func pictures(of name: String, after statements: String...) async throws
    -> [ScreenPicture]
  {
    let workshops = Workshops()
    let session = await workshops.session { _ in }
    var pictures: [ScreenPicture] = []
    for statement in statements {
      await session.run(SourceText(statement))
      pictures.append(try session.picture(of: name))
    }
    await session.close()
    await workshops.close()
    return pictures
  }

  private func texts(of section: ScreenPicture.Section?) -> [[String]] {
    section?.rows.map { [$0.text.plain, $0.detail?.plain ?? ""] } ?? []
  }

  @Test func theStoreShowsItsRowsAndTables() async throws {
    let pictures = try await pictures(
      of: "store", after: "1", #"store.putAll(["b": [1, 2], "a": "上海"])"#,
      #"store.put("token", "abcdef99")"#, #"store.use("notes")"#, ":lang zh")
    #expect(pictures[0].empty?.title == "no values" && pictures[0].title == "store")
    #expect(pictures[1].empty == nil && pictures[1].sections.count == 1)
    #expect(texts(of: pictures[1].sections.first) == [["a", "\"上海\""], ["b", "[1, 2]"]])
    #expect(pictures[1].sections[0].rows[0].statement == #"store.get("a") &"#)
    #expect(texts(of: pictures[2].sections.first).last == ["token", "\"…\""])
    let tables = pictures[3].sections[0]
    #expect(texts(of: tables).contains(["default", "3"]))
    #expect(tables.rows.filter(\.isSelected).map(\.text.plain) == ["notes"])
    #expect(tables.rows.first?.statement == #"store.use("default") &"#)
    let sections = pictures[4].sections
    #expect(pictures[4].empty == nil && sections[0].header == "表" && sections[1].footer == "没有值")
  }

  @Test func theNetworkShowsItsRequestsTheNewestFirst() async throws {
    let pictures = try await pictures(
      of: "net", after: "1", #"net.get("/posts/7")"#, #"net.get("/nosuch?token=hunter2hunter2")"#)
    #expect(pictures[0].empty?.title == "no requests")
    let rows = pictures[2].sections[0].rows
    #expect(rows.map(\.text.plain) == ["GET /nosuch", "GET /posts/7"])
    #expect(rows[0].detail?.plain.hasPrefix("404 badStatus") == true)
    #expect(rows[0].detail?.runs.first?.role != rows[1].detail?.runs.first?.role)
    #expect(!"\(pictures[2])".contains("hunter2"))
  }

  @Test func aFullTableIsDrawnInPartAndSaysHowMuchIsLeft() async throws {
    let pictures = try await pictures(
      of: "store",
      after: "store.putAll([\((0..<250).map { "\"k\($0)\": \($0)" }.joined(separator: ", "))])")
    #expect(pictures[0].sections[0].rows.count == DataScreens.mostRows)
    #expect(pictures[0].sections[0].footer == "and 150 more")
  }
}
