import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// L10: `| tree` prints a view-model with those inside it.
@MainActor
@Suite(.ownGraph) struct ViewModelTreeTests {
  private let conversation = Conversation { catalog, _ in catalog.add(Knot.self) { Knot() } }

  @Test func theViewModelsInsideFollowWithTheirMembers() async {
    await conversation.say("let a = Knot(); a.tie(); a.tie(); a.knots[1].name = \"last\"")
    #expect(
      await conversation.say("a | tree").lines == [
        "first: \"a.knots[0]\"",
        "knots: 2 elements",
        "  0:",
        "    Knot:",
        "      first: nil",
        "      knots: []",
        "      name: \"knot\"",
        "      pin: \"\"",
        "  1:",
        "    Knot:",
        "      first: nil",
        "      knots: []",
        "      name: \"last\"",
        "      pin: \"\"",
        "name: \"knot\"",
        "pin: \"\"",
      ])
  }

  @Test func aListOfViewModelsIsATreeToo() async {
    await conversation.say("let a = Knot(); a.tie()")
    #expect(
      await conversation.say("a.knots | tree").lines == [
        "1 element", "  0:", "    Knot:", "      first: nil", "      knots: []",
        "      name: \"knot\"",
        "      pin: \"\"",
      ])
  }

  @Test func aCycleIsNamedByItsPath() async throws {
    await conversation.say("let a = Knot(); a.tie()")
    let knot = try #require(conversation.session.scope["a"]?.viewModel as? Knot)
    knot.knots[0].knots = [knot]
    let lines = await conversation.say("a | tree").lines
    #expect(lines.contains("        0: \"a\""), "\(lines)")
  }

  @Test func aDeepOrLongTreeEnds() async throws {
    await conversation.say("let a = Knot()")
    let knot = try #require(conversation.session.scope["a"]?.viewModel as? Knot)
    var last = knot
    for _ in 0..<1_000 {
      let next = Knot()
      last.knots = [next]
      last = next
    }
    #expect(await conversation.say("a | tree").lines.count < 40)
    knot.knots = (0..<10_000).map { _ in Knot() }
    let lines = await conversation.say("a | tree").lines
    #expect(lines.contains("  9999: \"Knot\""))
    #expect(lines.count { $0.hasSuffix("Knot:") } <= ViewModelTree.most)
  }

  @Test func aDateIsOneInEveryForm() async {
    let conversation = Conversation { catalog, _ in catalog.add(Stamp.self) { Stamp() } }
    await conversation.say("let s = Stamp()")
    #expect(await conversation.say("s | tree").lines == ["day: \"2001-01-02T00:00:00Z\""])
    #expect(await conversation.say("s | json").lines.joined().contains("\"2001-01-02T00:00:00Z\""))
    #expect(await conversation.say("s | table").lines.last == "day   2001-01-02T00:00:00Z")
    let alone = "\"2001-01-02T00:00:00Z\""
    #expect(await conversation.say("s.day | json").lines == [alone])
    #expect(await conversation.say("s.day | tree").lines == [alone])
    #expect(await conversation.say("let d = s.day; d | json").lines == [alone])
    #expect(await conversation.say("s.day | csv").lines == ["value", "2001-01-02T00:00:00Z"])
  }

  @Test func secretsStayHidden() async {
    await conversation.say("let a = Knot(); a.tie(); a.knots[0].pin = \"s3cretpin\"")
    for way in ["a | tree", "a.knots | tree", "a | tree | page", "a.knots[0] | tree"] {
      let lines = await conversation.say(way).lines
      #expect(!lines.joined().contains("s3cret"), "\(lines)")
    }
  }

  /// A view-model with a date.
  @MainActor
  final class Stamp: ViewModel {
    let day = Property(Date(timeIntervalSinceReferenceDate: 86_400), label: "day")

    static let schema = ViewModelSchema(
      Stamp.self, "A stamp.", members: [.property("day", { $0.day })])
  }

  /// A view-model that has others.
  @MainActor
  @ViewModel
  final class Knot {
    var name: String = "knot"
    @Secure var pin: String = ""
    var knots: [Knot] = []
    var first: Knot? { knots.first }

    @Command func tie() { knots.append(Knot()) }
  }
}
