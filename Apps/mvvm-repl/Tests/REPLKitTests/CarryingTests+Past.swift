import Testing

@testable import REPLKit

/// What was typed before the source was changed: results, the recording, and what can be undone.
extension CarryingTests {
  @Test func whatCanBeUndoneGoesOn() async throws {
    await before.say("let shop = Shop(); var size = 1; shop.count = 2; shop.count = 3; size = 9")
    await before.say("undo")
    #expect(texts(try await carry(to: same)) == [])
    #expect(await same.say("size; redo; size").lines.filter { Int($0) != nil } == ["1", "9"])
    await same.say("undo 3")
    #expect(await same.say("shop.count; size").lines == ["1", "1"])
    #expect(await same.say(":goto #2\nshop.count").lines.last == "3")
    // What is done now comes behind it.
    await same.say("shop.count = 7")
    #expect(same.session.chronicle.timeline.last?.number == 4)
  }

  @Test func changesOfWhatIsGoneAreNotUndone() async throws {
    await before.say("let shop = Shop(); shop.note = \"fragile\"; shop.customer = \"Li\"")
    _ = try await carry(to: after)
    #expect(await after.say("undo; shop.customer").lines.last == "\"\"")
    #expect(await after.say("undo").status != .ok)
  }

  @Test func resultsKeepTheirNumbers() async throws {
    await before.say(
      "let shop = Shop(); shop.pin = \"hunter2\"; 6 * 7; shop.pin; shop; [1, 2.0]; shop.basket")
    let over = try await carry(to: same)
    #expect(texts(over) == [])
    #expect(await same.say("$1 + 1").lines == ["43"])
    #expect(await same.say("$3.count; $5.items").lines == ["1", "0"])
    #expect(await same.say("$4").lines == ["[1.0, 2.0]"])
    let said = await same.say("$2; :results")
    #expect(!said.lines.joined().contains("hunter2"), "\(said.lines)")
    await before.say("Shop()")
    #expect(texts(try await carry(to: after)).contains("$6: it has no name"))
  }

  @Test func theRecordingGoesOn() async throws {
    await before.say(":record")
    await before.say("let shop = Shop(); shop.count = 3; shop.pin = \"hunter2\"; shop.nmae")
    await before.say("shop.count + 1")
    let transcript = await before.say(":export md").lines
    #expect(texts(try await carry(to: same)) == [])
    #expect(await same.say(":export md").lines == transcript)
    #expect(!transcript.joined().contains("hunter2"))
    #expect(same.session.leavingQuestion != nil)
    #expect(same.session.lossesOfCarrying(and: Message(verbatim: "")) == nil)
    #expect(
      await same.say(":replay").lines.last == "replayed 5 statements; the results were the same")
    await same.say("shop.count = 4")
    #expect(
      await same.say(":replay").lines.last == "replayed 6 statements; the results were the same")
  }

  /// A member that the source has got since then is no difference.
  @Test func aTestOfWhatWasTypedBeforeTellsNoMembers() async throws {
    await before.say("let shop = Shop(); shop; shop.count = 3; shop.count")
    _ = try await carry(to: same)
    let lines = await same.say(":export test").lines.map(\.trimmed)
    let start = try #require(lines.firstIndex { $0.hasPrefix("❯") })
    #expect(
      lines[start...].prefix(7) == [
        "❯ let shop = Shop()", "…", "❯ shop", "…", "❯ shop.count = 3", "❯ shop.count", "3",
      ])
  }

  @Test func aSecretThatIsFoundOutLaterIsMaskedInWhatWasCarried() async throws {
    await before.say("let shop = Shop(); let word = \"hunter2\"; word")
    _ = try await carry(to: same)
    await same.say("shop.pin = word")
    let transcript = await same.say(":export md").lines.joined()
    #expect(!transcript.contains("hunter2"), "\(transcript)")
  }

  @Test func aMemberFromWhichASecretCameIsOneBehindAReload() async throws {
    await before.say("let shop = Shop(); shop.note = \"hunter2x\"; shop.pin = shop.note")
    _ = try await carry(to: same)
    #expect(await same.say("shop.note").lines == ["\"••••••••\""])
    #expect(!(await same.say("shop\n:log 50\n:timeline").lines.joined().contains("hunter2x")))
  }

  @Test func whatASecretWasMadeOfIsKnownBehindAReload() async throws {
    await before.say(
      "let shop = Shop(); let word = \"hunter2\"; word + \"1\"; let more = _ + \"2\"")
    _ = try await carry(to: same)
    await same.say("shop.pin = more")
    let said = await same.say("word; $1; :vars; :export md").lines.joined()
    #expect(!said.contains("hunter2"), "\(said)")
  }

  @Test func whatStandsKeepsItsResults() async throws {
    await before.say("let shop = Shop(); shop; 41; let sum = { $2 + $1.count }; watch (sum + $2)")
    #expect(texts(try await carry(to: same)) == [])
    for number in 0..<(2 * Results.limit) { await same.say("\(number)") }
    #expect(await same.say("shop.count = 1; sum").lines.contains("42"))
  }

  @Test func aResultThatStandsIsKeptHoweverManyFollowed() async throws {
    await before.say("41; let sum = { $1 + 1 }")
    for number in 0..<(2 * Results.limit) { await before.say("\(number)") }
    #expect(texts(try await carry(to: same)) == [])
    #expect(await same.say("sum; $1").lines == ["42", "41"])
  }
}
