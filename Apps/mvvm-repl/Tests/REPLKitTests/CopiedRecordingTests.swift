import Foundation
import Testing

@testable import REPLKit

/// What is for the person at a terminal alone stays out of files, and who leaves hears of what is in none.
@MainActor
@Suite(.ownGraph) struct CopiedRecordingTests {
  @Test func aSavedScriptCopiesNothing() async throws {
    let conversation = Conversation()
    conversation.session.host.onCopy = { _ in }
    await conversation.say("[1, 2] | json | copy\nlet copy = 1\n[3] | copy // there")
    try await withFolder { folder in
      await conversation.say(":save \(folder)/a.mvvm")
      let script = try String(contentsOfFile: "\(folder)/a.mvvm", encoding: .utf8)
      #expect(script == "[1, 2] | json\nlet copy = 1\n[3]\n", "\(script)")
      #expect(await Conversation().say(":load \(folder)/a.mvvm").status == .ok)
    }
  }

  @Test func whoLeavesSomethingElseHearsOfWhatIsInNoFile() async throws {
    let conversation = Conversation()
    conversation.session.host.hasPerson = true
    conversation.session.addLoss { Message("The server stops.", "服务器会停止。") }
    #expect(
      conversation.session.leavingQuestion == "The server stops. Press Ctrl-D again to leave.")
    await conversation.say("let x = 1")
    #expect(conversation.session.leavingQuestion?.contains(":save FILE saves it") == true)
    try await withFolder { folder in
      await conversation.say(":save \(folder)/a.mvvm")
      #expect(conversation.session.leavingQuestion?.contains(":save") == false)
    }
    await conversation.say("1 + true")
    #expect(conversation.session.leavingQuestion?.contains(":save") == false)
  }

  @Test func whatALessonHasSavedSavesNothingOfTheWorkspaceBeside() {
    let recorder = Recorder()
    recorder.begin("let x = 1", shownAs: "let x = 1", without: [], in: .english, .real)
    recorder.beginDesk()
    recorder.begin("let y = 2", shownAs: "let y = 2", without: [], in: .english, .real)
    recorder.noteSaved()
    #expect(!recorder.hasUnsavedStatements)
    recorder.endDesk(at: 0)
    #expect(recorder.hasUnsavedStatements)
  }
}
