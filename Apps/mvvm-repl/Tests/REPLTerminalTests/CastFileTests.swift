import Foundation
import LineEditor
import REPLKit
import Synchronization
import Testing

@testable import REPLTerminal

/// The file of a recording, line by line.
@Suite struct CastFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private var path: String { folder.appending(path: "a.cast").path }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func lines() throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// Each event without its time; the header left out.
  private func events() throws -> [[String]] {
    try lines().dropFirst().map { line in
      let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any]
      return (event ?? []).dropFirst().map { "\($0)" }
    }
  }

  private func times() throws -> [Double] {
    try lines().dropFirst().compactMap { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])?.first as? Double
    }
  }

  private func open(_ before: CastFile.Before = .refused) throws(Message) -> CastFile {
    try CastFile(path, size: Terminal.Size(columns: 80, rows: 24), before)
  }

  @Test func everyEventIsAWholeLineAtOnce() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let cast = try open()
    cast.show("\u{1B}[1m手机\u{1B}[0m\r\n\"\\", frame: 0)
    cast.mark("step\none")
    cast.resize(100, 30)
    cast.show(line: "a\nb\n")
    // It is open still.
    let header = try #require(
      try JSONSerialization.jsonObject(with: Data(try lines()[0].utf8)) as? [String: Any])
    #expect(header["version"] as? Int == 2)
    #expect(header["width"] as? Int == 80 && header["height"] as? Int == 24)
    #expect(
      try events() == [
        ["o", "\u{1B}[1m手机\u{1B}[0m\r\n\"\\"], ["m", "step one"], ["r", "100x30"],
        ["o", "a\r\nb\r\n"],
      ])
    #expect(try times() == times().sorted())
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func framesAreWrittenAnewInTheirPlaces() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let cast = try open()
    cast.show("a", frame: 0)
    cast.mark("m")
    cast.show("plain")
    cast.show("b", frame: 3)
    let before = try times()
    cast.rewrite([0: "A", 1: "none", 3: "B"])
    cast.rewrite(markers: { $0.uppercased() }, lines: { $0.replacing("l", with: "L") })
    cast.show("c", frame: 4)
    #expect(try events() == [["o", "A"], ["m", "M"], ["o", "pLain"], ["o", "B"], ["o", "c"]])
    #expect(try Array(times().prefix(4)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.cast"])
  }

  @Test func aFileThatIsLeftBesideItKeepsNoSecret() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let cast = try open()
    cast.show("hunter2", frame: 0)
    try Data().write(to: folder.appending(path: "a.cast.new"))
    cast.rewrite([0: "•••"])
    cast.show("b", frame: 1)
    #expect(try events() == [["o", "•••"], ["o", "b"]])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func aRecordingThatCannotBeWrittenAnewIsToldAndEnds() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let cast = try open()
    let told = Mutex<[String]>([])
    cast.onFailure { failure in
      told.withLock { $0.append(failure.text(in: .english)) }
      cast.show("told itself")
    }
    cast.show("hunter2", frame: 0)
    let moved = folder.appending(path: "moved")
    try FileManager.default.moveItem(at: URL(filePath: path), to: moved)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    cast.rewrite([0: "•••"])
    cast.show("b", frame: 1)
    #expect(told.withLock { $0.count } == 1)
    #expect(told.withLock { $0.first?.contains("has turned out to be secret") } == true)
    #expect(try !String(contentsOf: moved, encoding: .utf8).contains("told itself"))
  }

  @Test func aRecordingThatHasEndedIsWrittenAnewToo() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let cast = try open()
    cast.show("hunter2", frame: 0)
    let place = URL(filePath: path)
    let text = try Data(contentsOf: place)
    try FileManager.default.removeItem(at: place)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    cast.rewrite([0: "•••"])
    try FileManager.default.removeItem(at: place)
    try text.write(to: place)
    cast.rewrite([0: "•••"])
    #expect(try events() == [["o", "•••"]])
  }

  @Test func somethingElseIsNotWrittenOver() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("my letter\n".utf8).write(to: URL(filePath: path))
    #expect(throws: Message.self) { try open() }
    #expect(try lines() == ["my letter"])
    try Data("{\"version\": 2, \"width\": 1, \"height\": 1}\n[1, \"o\", \"x\"]\n".utf8).write(
      to: URL(filePath: path))
    let mistake = #expect(throws: Message.self) { try open() }
    #expect(mistake?.text(in: .english).contains("--overwrite") == true)
    #expect(try lines().count == 2)
    let other = Data("{\"version\": 2, \"width\": \"wide\"}\n".utf8)
    try other.write(to: URL(filePath: path))
    #expect(throws: Message.self) { try open(.replaced) }
    #expect(try Data(contentsOf: URL(filePath: path)) == other)
    #expect(throws: Message.self) {
      _ = try CastFile(folder.path, size: Terminal.Size(columns: 80, rows: 24))
    }
    #expect(throws: Message.self) {
      _ = try CastFile("/dev/null", size: Terminal.Size(columns: 80, rows: 24))
    }
  }

  /// A program that ends before it shows anything has not cost the recording before.
  @Test func anOlderRecordingStaysUntilSomethingIsShown() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try open().show("old")
    let old = try lines()
    try open(.replaced).rewrite { $0 }
    #expect(try lines() == old)
    try open(.replaced).show("new")
    #expect(try events() == [["o", "new"]])
  }

  @Test func aRecordingThatIsBeingWrittenIsRefused() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var cast: CastFile? = try open()
    cast?.show("hunter2", frame: 0)
    for before in [CastFile.Before.refused, .replaced, .continued] {
      let mistake = #expect(throws: Message.self) { try open(before) }
      #expect(mistake?.text(in: .english).contains("another program") == true)
      // So is the one that takes its place.
      cast?.rewrite([0: "•••"])
    }
    #expect(try events() == [["o", "•••"]])
    cast = nil
    try open(.replaced).show("b")
    #expect(try events() == [["o", "b"]])
  }

  @Test func aProgramThatGoesOnAddsToIt() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{\"version\": 2, \"width\": 80, \"height\": 24}\n[7.5, \"o\", \"x\"]\n".utf8).write(
      to: URL(filePath: path))
    let cast = try open(.continued)
    cast.show("y", frame: 0)
    cast.rewrite([0: "Y"])
    #expect(try events() == [["o", "x"], ["o", "Y"]])
    #expect(try times()[1] >= 7.5)
  }
}
