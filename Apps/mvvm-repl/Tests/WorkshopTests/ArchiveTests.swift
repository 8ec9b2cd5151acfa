import Foundation
import Models
import Testing

@testable import Workshop

@Suite struct ArchiveTests {
  struct Draft: Codable, Equatable {
    var title: String
    var password: String?
    var tags: [String] = []
  }

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "models-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func inFolder(_ body: (URL) throws -> Void) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("draft.json"))
  }

  @Test func aModelComesBackFromItsFile() throws {
    try inFolder { file in
      let draft = Draft(title: "渡船", password: "secret", tags: ["a"])
      try Archive(at: file).write(draft)
      #expect(try Archive<Draft>(at: file).read() == draft)
      #expect(try String(contentsOf: file, encoding: .utf8).contains("\"title\": \"渡船\""))
    }
  }

  @Test func aMissingFileIsNilAndABrokenOneAnError() throws {
    try inFolder { file in
      #expect(try Archive<Draft>(at: file).read() == nil)
      try Data("{\"title\": 1".utf8).write(to: file)
      let error = #expect(throws: ModelError.self) { try Archive<Draft>(at: file).read() }
      #expect(error?.code == .malformed)
      let folderError = #expect(throws: ModelError.self) { try Archive<Draft>(at: folder).read() }
      #expect(folderError?.code == .file)
    }
  }

  /// S47: the original's lists were class methods asked of an instance, so that they never applied.
  @Test func ignoreAndAllowListsApplyToWritingAndToReading() throws {
    try inFolder { file in
      let draft = Draft(title: "x", password: "secret", tags: ["a"])
      try Archive(at: file, keys: .all(except: ["password"])).write(draft)
      #expect(try !String(contentsOf: file, encoding: .utf8).contains("secret"))
      #expect(try Archive<Draft>(at: file).read() == Draft(title: "x", tags: ["a"]))
      try Archive(at: file).write(draft)
      #expect(
        try Archive<Draft>(at: file, keys: .only(["title", "tags"])).read()
          == Draft(title: "x", tags: ["a"]))
    }
  }

  @Test func aFailedWriteLeavesTheOldFile() throws {
    try inFolder { file in
      struct Reading: Codable { var value: Double }
      try Archive(at: file).write(Reading(value: 1))
      #expect(throws: ModelError.self) { try Archive(at: file).write(Reading(value: .nan)) }
      #expect(try Archive<Reading>(at: file).read()?.value == 1)
      let nowhere = folder.appendingPathComponent("no/such/folder.json")
      let error = #expect(throws: ModelError.self) {
        try Archive(at: nowhere).write(Reading(value: 1))
      }
      #expect(error?.code == .file)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["draft.json"])
    }
  }
}
