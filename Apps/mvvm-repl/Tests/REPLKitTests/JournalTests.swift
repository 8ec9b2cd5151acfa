import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// The statements of a session on disk, while it runs and after it has not ended well.
@MainActor
@Suite(.ownGraph) struct JournalTests {
  private let conversation = Conversation()

  private func text(at place: URL) throws -> String {
    try String(contentsOfFile: "\(place.path)-\(getpid())", encoding: .utf8)
  }

  @Test func statementsThatAreOverAreAScriptAndTheOneThatRunsAComment() async throws {
    try await withFolder { folder in
      let place = URL(filePath: "\(folder)/session")
      let journal = try #require(Journal(place))
      conversation.session.keep(journal)
      await conversation.say("let f = Form(); f.age = 3\nf.pin = \"hunter2\"\n:record\nf.nosuch")
      #expect(
        try text(at: place) == "let f = Form()\nf.age = 3\nf.pin = \"…\"\n// failed: f.nosuch\n")
      let waiting = Task { await conversation.say("f.wait()") }
      while try !text(at: place).contains("wait") { await Task.yield() }
      #expect(try text(at: place).hasSuffix("\n// ended in: f.wait()\n"))
      while !conversation.session.cancelRunning() { await Task.yield() }
      _ = await waiting.value
      #expect(try text(at: place).hasSuffix("\n// failed: f.wait()\n"))
      let mode = try FileManager.default.attributesOfItem(
        atPath: "\(place.path)-\(getpid())")[.posixPermissions]
      #expect(mode as? Int == 0o600)
      // A session that runs has left nothing, and one that ends well removes it.
      #expect(Journal.leftOver(at: place) == nil)
      journal.close()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }

  @Test func whatAProcessHasLeftIsFoundOnceAndCanBeLoaded() async throws {
    try await withFolder { folder in
      let place = URL(filePath: "\(folder)/session")
      let left = "let f = Form()\n// failed: zz\nf.age = 3\n// ended in: f.save(\n// ended in: )\n"
      try left.write(toFile: "\(folder)/session-99999999", atomically: false, encoding: .utf8)
      try "1\n".write(toFile: "\(folder)/session-other-7", atomically: false, encoding: .utf8)
      let found = try #require(Journal.leftOver(at: place))
      #expect(found.count == 2)
      #expect(found.last == "f.save(\n)")
      #expect(await conversation.say(":load \(found.file.path)").status == .ok)
      #expect(await conversation.say("f.age").lines == ["3"])
      #expect(Journal.leftOver(at: place) == nil)
      #expect(FileManager.default.fileExists(atPath: "\(folder)/session-other-7"))
    }
  }

  @Test func theProgramThatWasBuiltAnewGoesOnWithIt() async throws {
    try await withFolder { folder in
      let place = URL(filePath: "\(folder)/session")
      try "let n = 1\n".write(
        toFile: "\(place.path)-\(getpid())", atomically: false, encoding: .utf8)
      let journal = try #require(Journal(place, goesOn: true))
      conversation.session.keep(journal)
      await conversation.say("let m = 2")
      #expect(try text(at: place) == "let n = 1\nlet m = 2\n")
      journal.close()
    }
  }

  @Test func aSecretThatIsFoundOutLaterIsMasked() async throws {
    try await withFolder { folder in
      let place = URL(filePath: "\(folder)/session")
      let journal = try #require(Journal(place))
      conversation.session.keep(journal)
      await conversation.say(
        "let f = Form(); let word = \"hunter2\"; f.age = 3; f.pin = word; f.age")
      #expect(try !text(at: place).contains("hunter2"))
      #expect(try text(at: place).hasSuffix("f.age = 3\nf.pin = word\nf.age\n"))
      journal.close()
    }
  }

  @Test func itStaysSmall() async throws {
    try await withFolder { folder in
      let place = URL(filePath: "\(folder)/session")
      let journal = try #require(Journal(place))
      conversation.session.keep(journal)
      let long = String(repeating: "x", count: 300_000)
      for _ in 0..<5 { await conversation.say("\"\(long)\"") }
      #expect(try text(at: place).utf8.count < 1 << 20)
      journal.close()
    }
  }
}
