import Foundation
import REPLKit
import Testing

@testable import REPLTerminal

/// The file of a learner's progress, which several programs share.
@MainActor
@Suite struct ProgressFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private var url: URL { folder.appending(path: "state/progress.json") }

  private func open() -> ProgressFile { ProgressFile(url) { _ in } }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: false, encoding: .utf8)
  }

  @Test func programsThatAreOpenAtOnceAddToEachOther() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, second) = (open(), open())
    first.add("a")
    second.add("b")
    first.add("c")
    #expect(first.done == ["a", "b", "c"])
    #expect(open().done == ["a", "b", "c"])
  }

  @Test func whatOneForgetsTheOtherBringsNotBack() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = open()
    first.add("a")
    let second = open()
    #expect(first.clear())
    second.add("b")
    #expect(second.done == ["b"])
    #expect(open().done == ["b"])
  }

  @Test(arguments: [
    "{\"version\":2,\"done\":{\"a\":1}}", "{\"version\":2,\"done\":[\"a\"]}", "{\"done\":", "[]",
  ])
  func whatCannotBeUnderstoodStaysAsItIs(text: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let early = open()
    try write(text)
    let late = open()
    for file in [early, late] {
      #expect(!file.clear())
      file.add("a")
      #expect(file.done == ["a"])
      #expect(try String(contentsOf: url, encoding: .utf8) == text)
    }
  }

  @Test func aNewerVersionIsNamed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("{\"version\":2,\"steps\":{}}")
    var told: [String] = []
    _ = ProgressFile(url) { told += [$0.text(in: .english), $0.text(in: .chinese)] }
    #expect(told.count == 2 && told[0].contains("it is of version 2"))
    #expect(told[1].contains("课程进度没有保存") && told[1].contains("它的版本是 2"))
  }

  /// There is no file that could be moved away or mended.
  @Test func whyItCannotBeWrittenIsTold() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let parent = folder.appending(path: "file")
    try Data().write(to: parent)
    var told: [String] = []
    let file = ProgressFile(parent.appending(path: "progress.json")) {
      told += [$0.text(in: .english), $0.text(in: .chinese)]
    }
    file.add("a.1")
    #expect(told.first?.contains("it cannot be written: ") == true, "\(told)")
    #expect(told.last?.contains("无法写入：") == true && !told.joined().contains("mend"), "\(told)")
  }

  /// Somebody who keeps the folder's lock does not keep a learner waiting.
  @Test func aLockThatIsKeptHoldsNobody() throws {
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    let file = open()
    file.add("a.1")
    let folder = url.deletingLastPathComponent()
    let other = unsafe Foundation.open(folder.path, O_RDONLY | O_CLOEXEC)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    file.add("a.2")
    #expect(open().done == ["a.1", "a.2"])
  }
}
