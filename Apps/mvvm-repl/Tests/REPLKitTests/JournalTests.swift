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
      #expect(await conversation.say(":load \(try #require(found.file).path)").status == .ok)
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

  /// A statement that fits behind one that does not may be about what that one made.
  @Test func fromTheFirstStatementThatDoesNotFitNothingIsKeptWhichIsSaidOnce() async throws {
    try await withFolder { folder in
      let place = URL(filePath: "\(folder)/session")
      let journal = try #require(Journal(place))
      conversation.session.keep(journal)
      let long = String(repeating: "x", count: 300_000)
      var said: [String] = []
      for _ in 0..<5 { said += await conversation.say("\"\(long)\" | count").lines }
      said += await conversation.say("let n = 1\nn").lines
      #expect(said.count { $0.contains("journal is full") } == 1, "\(said.suffix(4))")
      #expect(try text(at: place).utf8.count < 1 << 20)
      #expect(
        try text(at: place).hasSuffix("| count\n// What was typed from here on did not fit.\n"))
      let waiting = Task { await conversation.say("wait 10h") }
      while try !text(at: place).hasSuffix("did not fit.\n// ended in: wait 10h\n") {
        await Task.yield()
      }
      while !conversation.session.cancelRunning() { await Task.yield() }
      _ = await waiting.value
      // The program that goes on with it keeps nothing behind it either.
      try FileManager.default.moveItem(
        atPath: "\(place.path)-\(getpid())", toPath: "\(folder)/kept")
      journal.close()
      try FileManager.default.moveItem(
        atPath: "\(folder)/kept", toPath: "\(place.path)-\(getpid())")
      let next = try #require(Journal(place, goesOn: true))
      conversation.session.keep(next)
      await conversation.say("let m = 1")
      #expect(try text(at: place).hasSuffix("\n// What was typed from here on did not fit.\n"))
      next.close()
      try "1\n// What was typed from here on did not fit.\n".write(
        toFile: "\(folder)/session-99999999", atomically: false, encoding: .utf8)
      #expect(Journal.leftOver(at: place)?.isCut == true)
    }
  }

  @Test func aMaskThatIsLongerThanItsSecretIsWrittenAllTheSame() async throws {
    try await withFolder { folder in
      let place = URL(filePath: "\(folder)/session")
      let journal = try #require(Journal(place))
      conversation.session.keep(journal)
      let rest = String(repeating: "x", count: (1 << 20) - 160)
      await conversation.say("let f = Form(); let word = \"s\"\n\"\(rest)\" | count")
      await conversation.say("f.pin = word")
      #expect(try text(at: place).hasPrefix("let f = Form()\nlet word = \"…\"\n\"xxx"))
      journal.close()
    }
  }
}

/// Several sessions that have not ended well, one after the other or at once.
@MainActor
@Suite(.ownGraph) struct LeftOverTests {
  private let conversation = Conversation()

  private func leave(_ text: String, _ process: Int, _ folder: String, age: Double = 0) throws {
    let path = "\(folder)/session-\(process)"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000 - age)], ofItemAtPath: path)
  }

  private func text(_ name: String, _ folder: String) -> String? {
    try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  @Test func whatWasNeverLoadedStaysWhateverIsCutShortAfterIt() async throws {
    try await withFolder { folder in
      let place = URL(filePath: "\(folder)/session")
      try leave("1\n2\n", 99_999_997, folder)
      #expect(Journal.leftOver(at: place)?.earlier == 0)
      // Two at once, the older of which has the lower number of a process, and one in which nothing was typed.
      try leave("4\n", 99_999_996, folder)
      try leave("3\n", 99_999_998, folder, age: 60)
      try leave("", 99_999_995, folder)
      let left = try #require(Journal.leftOver(at: place))
      #expect(left.file?.lastPathComponent == "session-left-3")
      #expect(left.count == 1 && left.earlier == 2 && left.removed == 0)
      let texts = (1...3).map { text("session-left-\($0)", folder) }
      #expect(texts == ["1\n2\n", "3\n", "4\n"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
      #expect(Journal.leftOver(at: place) == nil)
    }
  }

  @Test func aScriptWithoutAStatementIsNotKept() async throws {
    try await withFolder { folder in
      let place = URL(filePath: "\(folder)/session")
      try leave("1\n", 99_999_996, folder, age: 60)
      try leave("// failed: zz\n// in a lesson: 1\n// ended in: f.go()\n", 99_999_997, folder)
      let left = try #require(Journal.leftOver(at: place))
      #expect(left.last == "f.go()" && left.count == 0 && left.earlier == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["session-left-1"])
      try leave("// failed: zz\n", 99_999_998, folder)
      #expect(Journal.leftOver(at: place) == nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["session-left-1"])
    }
  }

  @Test func ofTooManyTheOldestIsRemovedAndThatIsTold() async throws {
    try await withFolder { folder in
      let place = URL(filePath: "\(folder)/session")
      for number in 9..<(9 + Journal.mostScripts) {
        try "1\n".write(
          toFile: "\(folder)/session-left-\(number)", atomically: false, encoding: .utf8)
      }
      try leave("2\n", 99_999_999, folder)
      let left = try #require(Journal.leftOver(at: place))
      #expect(left.file?.lastPathComponent == "session-left-\(9 + Journal.mostScripts)")
      #expect(left.removed == 1 && left.earlier == Journal.mostScripts - 1)
      #expect(text("session-left-9", folder) == nil && text("session-left-10", folder) != nil)
    }
  }

  @Test(arguments: [
    "9223372036854775807", "-9223372036854775808", "0", "-1", "99999999999999999999",
  ])
  func aFileWithANumberOfSomebodyElsesIsNoScript(number: String) async throws {
    try await withFolder { folder in
      let other = "session-left-\(number)"
      try "1\n".write(toFile: "\(folder)/\(other)", atomically: false, encoding: .utf8)
      try leave("2\n", 99_999_999, folder)
      let left = try #require(Journal.leftOver(at: URL(filePath: "\(folder)/session")))
      #expect(left.file?.lastPathComponent == "session-left-1")
      #expect(left.earlier == 0 && text(other, folder) == "1\n")
    }
  }

  @Test func aScriptGoesWhenItWasLoadedToItsEnd() async throws {
    try await withFolder { folder in
      let place = URL(filePath: "\(folder)/session")
      for (number, text) in [(1, "let f = Form()\n"), (2, "let g = Form()\ng.nosuch\n")] {
        try text.write(
          toFile: "\(folder)/session-left-\(number)", atomically: false, encoding: .utf8)
      }
      try "1\n".write(toFile: "\(folder)/mine-left-1", atomically: false, encoding: .utf8)
      let journal = try #require(Journal(place))
      conversation.session.keep(journal)
      for name in ["session-left-1", "session-left-2", "mine-left-1"] {
        await conversation.say(":load \(folder)/\(name)")
      }
      #expect(text("session-left-1", folder) == nil)
      #expect(text("session-left-2", folder) != nil && text("mine-left-1", folder) != nil)
      #expect(
        text("session-\(getpid())", folder)
          == "let f = Form()\nlet g = Form()\n// failed: g.nosuch\n1\n")
      journal.close()
    }
  }

  /// Processes of two containers may have one number, and one folder.
  @Test func theJournalOfAProcessWithTheSameNumberIsLeftAlone() async throws {
    try await withFolder { folder in
      let path = "\(folder)/session-\(getpid())"
      try "let mine = 1\n".write(toFile: path, atomically: false, encoding: .utf8)
      let other = unsafe open(path, O_RDWR)
      #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
      #expect(Journal(URL(filePath: "\(folder)/session")) == nil)
      #expect(text("session-\(getpid())", folder) == "let mine = 1\n")
      close(other)
    }
  }
}
