import BindingsTestSupport
import Testing

@Suite struct MarblesTests {
  static func ms(_ count: Int) -> Duration { .milliseconds(count) }

  @Test func eachCharacterIsAFrame() throws {
    let marbles = try Marbles("--a-b|")
    #expect(marbles.moments.map(\.time) == [Self.ms(2), Self.ms(4), Self.ms(5)])
    #expect(marbles.moments.map(\.event) == [.value("a"), .value("b"), .end])
  }

  @Test func spacesOnlyAlign() throws {
    #expect(try Marbles("  -a- b |") == Marbles("-a-b|"))
  }

  @Test func aGroupIsOneMomentAndTakesItsLength() throws {
    let marbles = try Marbles("-(ab)c")
    #expect(marbles.moments.map(\.time) == [Self.ms(1), Self.ms(1), Self.ms(5)])
  }

  @Test func timeProgressesInThreeUnits() throws {
    #expect(try Marbles("a 500ms b").moments.last?.time == Self.ms(501))
    #expect(try Marbles("1.5s b").moments.last?.time == Self.ms(1500))
    #expect(try Marbles("a 2m |").moments.last?.time == Self.ms(120_001))
  }

  /// As in RxJS: only between spaces is it time.
  @Test func digitsAreValuesUnlessAUnitFollows() throws {
    #expect(try Marbles("-1-2").moments.map(\.event) == [.value("1"), .value("2")])
    #expect(
      try Marbles("a9ms").moments.map(\.event)
        == [.value("a"), .value("9"), .value("m"), .value("s")])
  }

  @Test func frameScalesCharactersAndNotProgressions() throws {
    let marbles = try Marbles("-a 5ms b", frame: .seconds(1))
    #expect(marbles.moments.map(\.time) == [.seconds(1), .seconds(2) + Self.ms(5)])
  }

  @Test func failuresAndObservations() throws {
    #expect(
      try Marbles("^-#-!").moments.map(\.event) == [.subscription, .failure, .cancellation])
  }

  @Test(arguments: [
    ("-(a-b)", "time cannot pass inside a group"), ("-a)", "no group is open"),
    ("(a(b))", "a group cannot be inside a group"), ("-(ab", "the group is not closed"),
    ("-a|b", "nothing can come after the end"), ("-a,b", "',' means nothing here"),
    ("( 5ms )", "time cannot pass inside a group"),
  ])
  func malformedLinesShowThePlace(text: String, reason: String) {
    let error = #expect(throws: MarbleError.self) { try Marbles(text) }
    #expect(error?.message.contains(reason) == true)
    #expect(error?.message.contains("\n\(text)\n") == true)
    #expect(error?.message.hasSuffix("^") == true)
  }
}
