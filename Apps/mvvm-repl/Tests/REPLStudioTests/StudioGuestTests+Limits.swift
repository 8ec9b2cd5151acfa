import Foundation
import REPLKit
import Testing
import ViewModels

@testable import REPLStudio

/// Browsers that want too much, do not read, or come too late.
extension StudioGuestTests {
  @Test func moreEntriesThanCanWaitAreRefused() async throws {
    let guest = try await guest()
    host.studio.onEntry = {}
    for number in 0..<StudioEntries.limit {
      await guest.take(#"{"kind":"statement","id":\#(number),"text":"1"}"#)
    }
    let answer = await guest.ask(["kind": "statement", "id": 900, "text": "1"])
    #expect(answer["problem"] == "too many statements are waiting; try again")
    host.studio.close()
  }

  @Test func aBrowserThatSendsManyHoldsUpNoOtherOneForMoreThanAnEntry() async throws {
    let (many, few) = (try await guest(), try await guest())
    host.studio.onEntry = {}
    for number in 1...StudioEntries.limit {
      await many.take(#"{"kind":"statement","id":\#(number),"text":"\#(number)"}"#)
    }
    for text in ["a", "b"] { await few.take(#"{"kind":"statement","id":1,"text":"\#(text)"}"#) }
    var order: [String] = []
    while order.count < 5, let entry = host.studio.nextEntry() {
      order.append(entry)
      await host.studio.end(.ok)
    }
    #expect(order == ["1", "a", "2", "b", "3"])
  }

  @Test func theEndOfServingAnswersWhatStillWaits() async throws {
    let guest = try await guest()
    host.studio.onEntry = {}
    await guest.take(#"{"kind":"statement","id":1,"text":"1"}"#)
    await guest.take(#"{"kind":"statement","id":2,"text":"2"}"#)
    #expect(host.studio.nextEntry() == "1")
    host.studio.close()
    for id in [2, 1] {
      let answer = await guest.message()
      #expect(answer["id"] == .int(id) && answer["status"] == nil)
      #expect(answer["problem"] == "this has not run: the session is no longer open in a browser")
    }
    #expect(await guest.nextFrame() == StudioFrame(.goingAway))
    #expect(await guest.nextFrame() == nil)
    #expect(host.studio.welcome() == nil)
  }

  @Test func noMoreBrowsersThanAllowed() throws {
    let guests = (0..<Studio.mostGuests).map { _ in host.studio.welcome() }
    #expect(guests.allSatisfy { $0 != nil } && host.studio.welcome() == nil)
    // Its page gets its words, and the reason.
    host.session.language = .chinese
    guard case .refused(let frames) = host.studio.receive(.full) else { throw Missing() }
    let hello = String(decoding: frames[0].payload, as: UTF8.self)
    #expect(hello.contains(#""problem":"名额已满"#) && hello.contains(#""undo":"撤销""#))
    #expect(frames.dropFirst() == [StudioFrame(.tryAgainLater)])
    guests.forEach { $0?.close() }
    #expect(host.studio.welcome() != nil)
  }

  @Test func whatTurnsOutToBeASecretIsTakenOutOfEveryBrowser() async throws {
    let guest = try await guest()
    for text in ["let form = SignUp()", "let code = \"hunter2x\"", "code", "[code]"] {
      await host.type(text)
    }
    let before = await guest.pull().texts
    #expect(before.contains("let code = \"hunter2x\"") && before.contains("\"hunter2x\""))
    await host.type("form.pin = code")
    // It says what it has, and is sent all of the new conversation.
    let again = await guest.pull(StudioLook(seen: before.count))
    #expect(again.first?["kind"] == "hello")
    for told in [again.texts, try await self.guest().pull().texts] {
      #expect(told.contains("let code = \"…\""), "\(told)")
      #expect(!told.joined().contains("hunter2x"), "\(told)")
    }
  }

  @Test func whatIsEnteredIsSentAsATerminalShowsIt() async throws {
    let guest = try await guest()
    await host.type("let form = SignUp()\nform.name = \"a\u{202E}b\u{7}\u{1B}[31m\"")
    let sent = await guest.pull().filter { ["record", "timeline"].contains($0["kind"]) }
    #expect(sent.count > 1)
    for text in "\(sent.map { $0["text"] ?? $0["steps"] })".unicodeScalars {
      #expect(!["\u{202E}", "\u{7}", "\u{1B}"].contains(text))
    }
  }

  @Test func whatComesBehindTheEndIsNotDone() async throws {
    let guest = try await guest()
    host.studio.close()
    await guest.take(
      JSONRenderer.line(["kind": "statement", "id": 1, "text": "let form = SignUp()"]))
    #expect(!host.studio.hasEntry && host.told.isEmpty)
  }

  @Test func whoDoesNotReadIsAnsweredNoMoreFrames() async throws {
    let guest = try await guest()
    var count = 0
    let pings = Task { @MainActor in
      for _ in 0..<1_000 {
        await guest.answer(StudioFrame(.pong))
        count += 1
      }
    }
    for _ in 0..<2_000 { await Task.yield() }
    #expect(count < 100)
    for _ in 0..<1_000 { _ = await guest.nextFrame() }
    await pings.value
    #expect(count == 1_000)
  }

  @Test func whatWaitsIsSentTogether() async throws {
    await host.type("let form = SignUp()")
    let guest = try await guest()
    await guest.take(#"{"kind":"pull","seen":0,"screen":"form"}"#)
    let frames = try #require(await guest.nextFrames())
    #expect(frames.count > 5 && frames.last == StudioFrame(#"{"kind":"turn"}"#))
    guest.close(.goingAway)
    #expect(await guest.nextFrames() == [StudioFrame(.goingAway)])
    #expect(await guest.nextFrames() == nil)
  }

  @Test func aNumberThatABrowserWouldRoundIsAText() {
    var picture = ScreenPicture()
    picture.fields = [9_007_199_254_740_993, 7].map {
      ScreenPicture.Field("n", path: "a.n", .number, value: .int($0))
    }
    var page = ScreenPicture()
    page.sheets = [picture]
    let line = StudioMessage.picture(path: "a", page).line
    #expect(line.contains(#""value":"9007199254740993""#) && line.contains(#""value":7"#))
  }

  @Test func lookingChangesNothingSoThatIdleBrowsersRest() async throws {
    await host.type("let form = SignUp()")
    let guest = try await guest()
    _ = await guest.pull(Self.look())
    for _ in 0..<10 { await Task.yield() }
    let revision = host.studio.revision
    await guest.take(
      #"{"kind":"pull","seen":1000000,"screen":"form","graph":"form","marbles":"form.name"}"#)
    _ = await guest.turn()
    for _ in 0..<10 { await Task.yield() }
    #expect(host.studio.revision == revision)
  }
}
