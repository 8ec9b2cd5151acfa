import Foundation
import Testing
@testable import REPLKit
@testable import Workshop

/// Each verb of `net`, as one types it, on the workshop's real server.
@MainActor
@Suite struct NetworkVerbTests {
  @Test func aPostIsWrittenReplacedChangedAndDeleted() async {
    let lines = await said(
      #"net.post("/posts", body: ["title": "Fog", "body": "Thick"]).id"#,
      #"net.put("/posts/101", body: ["title": "Mist"]).body"#,
      #"net.patch("/posts/101", body: ["body": "Thin"]).title"#,
      #"net.get("/posts/101").body"#, #"net.delete("/posts/101")"#, "net.log[4].status",
      #"net.get("/posts/101")"#, #"net.put("/posts/1", body: 1)"#)
    #expect(Array(lines.prefix(4)) == ["101", #""""#, #""Mist""#, #""Thin""#], "\(lines)")
    #expect(lines.contains("204"))
    #expect(lines.contains { $0.contains("404") })
    #expect(lines.contains { $0.contains("422") })
  }

  @Test func theModelOfAnAnswerFollowsFromItsPath() async {
    let lines = await said(
      #"net.get("/posts/7")"#, "net.model", #"net.get("/posts")"#, "net.model",
      #"net.get("/scenics")"#, "net.model", #":stub /posts/{id} -> {"title": "no number"}"#,
      #"net.get("/posts/8")"#, "net.model")
    #expect(lines.contains(#""Post""#) && lines.contains(#""Array<Post>""#), "\(lines)")
    #expect(lines.contains("nil"), "\(lines)")
    #expect(lines.last?.contains("/id") == true, "\(lines)")
  }

  @Test func headAndOptionsAnswerWithoutABody() async {
    let lines = await said(
      #"net.head("/posts/7")["Content-Length"]"#, "net.log[0].bytes", #"net.options("/posts/7")"#,
      #"net.options("/nowhere")"#, #"net.head("/nowhere")"#)
    #expect(lines[0].contains("1") && lines[1] == "0", "\(lines)")
    #expect(lines[2] == #"["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]"#, "\(lines)")
    #expect(lines.count { $0.contains("404") } >= 2, "\(lines)")
  }

  @Test func aFileGoesUpAndComesDownAndItsProgressIsWatched() async throws {
    try await withFolder { folder in
      let source = folder.appending(path: "notes.txt")
      let copy = folder.appending(path: "copy.txt")
      try Data("灯塔 notes".utf8).write(to: source)
      let lines = await said(
        "watch net.progress", #"net.upload("/files/notes.txt", file: "\#(source.path)").bytes"#,
        "net.progress.request", "net.progress.share",
        #"net.download("/files/notes.txt", to: "\#(copy.path)")"#, "net.progress.request",
        "net.progress.bytes", #"net.delete("/files/notes.txt")"#,
        #"net.download("/files/notes.txt", to: "\#(copy.path)", replacing: true)"#)
      #expect(lines.contains(#""PUT /files/notes.txt""#), "\(lines)")
      #expect(lines.contains("1") && lines.contains(#""GET /files/notes.txt""#))
      #expect(lines.count { $0 == "12" } == 3)
      #expect(lines.contains { $0.hasPrefix("◉ net.progress") && $0.contains("PUT /files") })
      #expect(lines.contains { $0.contains("404") })
      #expect(try Data(contentsOf: copy) == Data(contentsOf: source))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }
  }

  @Test func aSlowDownloadIsSeenToArriveOnTheSessionsClock() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "tides.csv").path
      let lines = await said(
        ":clock manual", ":network slow", #"net.download("/files/tides.csv", to: "\#(file)") &"#,
        "wait until (net.progress?.share ?? 0) > 0.5", "net.progress.total", "wait all",
        "net.progress.share")
      #expect(lines.contains("140000") && lines.last == "1", "\(lines)")
      #expect(FileManager.default.contents(atPath: file)?.count == 140_000)
    }
  }

  @Test func aFileThatIsThereStaysUnlessItMayBeReplaced() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "mine.txt")
      try Data("mine".utf8).write(to: file)
      let lines = await said(
        #"net.download("/files/tides.csv", to: "\#(file.path)")"#,
        #"net.upload("/files/none", file: "\#(folder.path)/none")"#)
      #expect(lines.contains { $0.contains("replacing: true") }, "\(lines)")
      #expect(lines.contains { $0.contains("cannot be read") })
      #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
    }
  }

  @Test func aReplayDownloadsIntoAFolderOfItsOwn() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "tides.csv")
      let lines = await said(
        #"net.download("/files/tides.csv", to: "\#(file.path)")"#, ":replay")
      #expect(lines.contains("replayed 1 statement; the results were the same"), "\(lines)")
    }
  }

  @Test(arguments: ["/departures", "/departures/events"])
  func aStreamArrivesRowByRow(path: String) async {
    let row = path == "/departures" ? "net.row.ferry" : "net.row.data.ferry"
    let lines = await said(
      ":clock manual", #"net.stream("\#(path)?count=3") &"#, "wait until net.rows.count == 1", row,
      "advance 1s", "wait until net.rows.count == 2", row, "wait all", "net.rows.count",
      #"net.headers["Content-Type"]"#)
    #expect(lines.contains(#""Lantern""#) && lines.contains(#""Kite""#), "\(lines)")
    #expect(lines.contains("✓ job #1: net.stream(\"\(path)?count=3\")  3"))
    #expect(lines.suffix(2).first == "3" && lines.last?.contains("json") != nil)
  }

  @Test func eachRowOfAStreamIsWatched() async {
    let lines = await said(
      ":clock manual", "watch net.row", #"net.stream("/departures/events?count=2") &"#, "wait all",
      "net.rows.count")
    #expect(lines.contains { $0.hasPrefix("◉ net.row") && $0.contains("Lantern") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("◉ net.row") && $0.contains("departure") })
    #expect(lines.last == "2")
  }

  /// Ten thousand lines arrive in few pieces; between two of them the interruption gets its turn.
  @Test func aStreamOfLinesThatHaveArrivedIsInterrupted() async {
    let workshop = Workshop(data: nil)
    var interrupt: (() -> Void)?
    let session = Session(catalog: workshop.catalog) { _ in
      interrupt?()
      interrupt = nil
    }
    await workshop.furnish(session)
    await session.run(SourceText("watch net.row"))
    interrupt = { Task { session.cancelRunning() } }
    #expect(await session.run(SourceText(#"net.stream("/files/tides.csv")"#)) != .ok)
    let net = session.scope["net"]?.viewModel as? NetworkExplorer
    #expect((1..<1_000).contains(net?.rows.count ?? 0))
    await session.close()
    await workshop.close()
  }

  @Test func aStreamIsCancelledAndAnotherTakesItsPlace() async {
    let lines = await said(
      ":clock manual", #"net.stream("/departures") &"#, "wait until net.rows.count == 1",
      ":cancel #1", #"net.stream("/departures?count=1")"#, "net.rows.count",
      #"net.stream("/departures?count=0")"#, #"net.stream("/posts/7")"#, "net.row.id")
    #expect(lines.contains { $0.contains("net.stream was cancelled") }, "\(lines)")
    #expect(lines.contains { $0.contains("400") })
    #expect(lines.filter { Int($0) != nil } == ["1", "1", "1", "7"], "\(lines)")
  }

  @Test func aSecretOfAnAddressIsNotShown() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "f").path
      let lines = await said(
        "watch net.progress",
        #"net.download("/files/tides.csv?token=hunter2", to: "\#(file)") > 1"#,
        "net.progress", "net.last", "net.log", #"net.stream("/departures?count=1&token=hunter2")"#,
        "net.last", #"net.put("/posts/1?api_key=hunter2", body: ["title": "a"]).id"#, "net.log",
        "net.headers")
      let shown = lines.filter { !$0.contains("net.download(") && !$0.contains("net.stream(") }
      #expect(!shown.joined().contains("hunter2"), "\(shown)")
    }
  }

  @Test func theVerbsAreCompletedAndHelped() async {
    let workshop = Workshop(data: nil)
    var text = ""
    let session = Session(catalog: workshop.catalog) {
      text += TextRenderer(style: .plain).text($0) + "\n"
    }
    await workshop.furnish(session)
    func completed(_ typed: String) -> [String] {
      Completer.complete(typed, cursor: typed.utf8.count, symbols: session.symbols).candidates
        .map(\.text)
    }
    let verbs = completed("net.")
    for verb in ["put", "patch", "delete", "options", "upload", "download", "stream", "progress"] {
      #expect(verbs.contains { $0.hasPrefix(verb) }, "\(verb) of \(verbs)")
    }
    let kept = completed("store.")
    for verb in ["putAll", "page", "deleteIDs", "deletePrefix", "drop"] {
      #expect(kept.contains { $0.hasPrefix(verb) }, "\(verb) of \(kept)")
    }
    #expect(completed(":network ce").contains("cellular"))
    await session.run(SourceText(":help net\n:lang zh\n:help network"))
    #expect(text.contains("Sends a file with PUT") && text.contains("cellular 移动"), "\(text)")
    await session.close()
    await workshop.close()
  }
}
