import Foundation
import Testing

@testable import REPLKit
@testable import REPLTerminal

/// The notes that one terminal leaves for another one.
@MainActor
@Suite struct TalkNotesFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private var place: URL { folder.appending(path: "talk") }

  private func notes(_ row: String, _ statement: String = "1 + 1") -> TalkNotes {
    TalkNotes(
      row: row, title: "One", notes: ["Say hello."], isOffScript: false, isOver: false,
      language: .english, statement: statement,
      next: "")
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  }

  @Test func notesAreThereAsLongAsTheTalk() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(TalkNotesFile.newest(at: place) == nil)
    let file = TalkNotesFile(place)
    file.show(nil)
    #expect(files == [])
    file.show(notes("a longer row"))
    #expect(TalkNotesFile.newest(at: place) == notes("a longer row"))
    file.show(notes("row"))
    #expect(TalkNotesFile.newest(at: place) == notes("row"))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + files[0])
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    file.show(nil)
    #expect(TalkNotesFile.newest(at: place) == nil && files == [])
    file.show(notes("again"))
    #expect(TalkNotesFile.newest(at: place) == notes("again"))
    file.close()
    #expect(files == [])
  }

  @Test func aMinuteThatGoesByIsNoMoveOfTheSpeaker() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = TalkNotesFile(place)
    file.show(notes("1 min"))
    let path = folder.appending(path: files[0]).path
    let past = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
    func time() throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    file.show(notes("2 min"))
    #expect(TalkNotesFile.newest(at: place) == notes("2 min"))
    #expect(try time() == past)
    file.show(notes("2 min", "2 + 2"))
    #expect(try #require(try time()) > past)
    file.close()
  }

  @Test func whatAKilledProgramHasLeftIsNoTalk() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let left = place.path + "-1"
    try JSONEncoder().encode(notes("old")).write(to: URL(filePath: left))
    // Others could have read, and written, it.
    #expect(unsafe chmod(left, 0o644) == 0)
    #expect(TalkNotesFile.newest(at: place) == nil && files == ["talk-1"])
    #expect(unsafe chmod(left, 0o600) == 0)
    #expect(TalkNotesFile.newest(at: place) == nil && files == [])
    #expect(unsafe symlink("/etc/passwd", left) == 0 && mkfifo(place.path + "-2", 0o600) == 0)
    #expect(TalkNotesFile.newest(at: place) == nil && files.count == 2)
  }
}
