import Bindings
import Testing
import ViewModels

@testable import REPLKit

private enum Signposts {
  enum Kind: Codable { case wood }
  @ViewModel final class Post { var kind: Kind = .wood }
}

private enum Lamps {
  enum Kind: Codable { case iron }
  @ViewModel final class Post { var kind: Kind = .iron }
}

/// Two members of view-models are bound to each other.
@MainActor
@Suite(.ownGraph) struct BoundMembersTests {
  private let conversation = Conversation { catalog, _ in catalog.add(Desk.self) { Desk() } }

  /// A value that can be neither written nor compared.
  struct Stamp: Sendable {
    var text = ""
  }

  @MainActor
  @ViewModel
  final class Desk {
    let number: Int = 7
    var count: Int = 0
    var name: String = ""
    var stamp: Stamp = Stamp()
    var drawer: Drawer = Drawer()
    let lamp: Drawer = Drawer()
    private(set) var total: Int = 0
    var double: Int { count * 2 }

    @Command func sign() {
      total += 1
      stamp = Stamp(text: "\(total)")
    }
  }

  @MainActor
  @ViewModel
  final class Drawer { var isOpen: Bool = false }

  @Test func membersOfOneTypeAreBoundBothWays() async {
    await conversation.say("let a = Desk(); let b = Desk(); a.count = 7; bind a.count <-> b.count")
    #expect(await conversation.say("b.count").lines == ["7"])
    await conversation.say("b.count = 9")
    #expect(await conversation.say("a.count").lines == ["9"])
    await conversation.say("unbind a.count <-> b.count; b.count = 1")
    #expect(await conversation.say("a.count").lines == ["9"])
  }

  @Test func aValueThatCannotBeWrittenIsBoundOneWay() async {
    await conversation.say("let a = Desk(); let b = Desk()")
    let refused = await conversation.say("bind a.stamp <-> b.stamp").lines.joined(separator: "\n")
    #expect(refused.contains("Values of Stamp cannot be compared."), "\(refused)")
    #expect(refused.contains("Bind it one way, with ->."), "\(refused)")
    #expect(await conversation.say("bind a.stamp -> b.stamp; a.sign()").status == .ok)
    #expect(await conversation.say("b.stamp").lines.joined().contains("text: "))
    #expect(await conversation.say("b.stamp == a.stamp").lines == ["true"])
  }

  @Test func aConstantIsBoundOnce() async {
    await conversation.say("let a = Desk()")
    #expect(await conversation.say("bind a.number -> a.count").status == .ok)
    #expect(await conversation.say("a.count").lines == ["7"])
  }

  @Test(arguments: [
    ("a.count -> a.number", "number is a constant and never changes."),
    ("a.count -> a.total", "Only its view-model sets total"),
    ("a.count -> a.double", "double is derived from other members and cannot be set."),
    ("a.double <-> a.count", "double is derived from other members and cannot be set."),
    ("a.count -> a.sign", "sign is a command."),
    ("a.name.count -> a.sign", "sign is a command."),
    ("a.name.count -> a.total", "Only its view-model sets total"),
    ("a.sign -> a.count", "sign is a command"),
    ("a.count -> a.drawer", "the target of a binding is a member or a variable"),
    ("a.count -> a.lamp", "the target of a binding is a member or a variable"),
    ("a.count -> a.name", "Write bind a.count -> a.name via text."),
    ("a.drawer -> a.name", "a value is expected here; this is a Drawer"),
    ("a.lamp -> a.name", "a value is expected here; this is a Drawer"),
  ])
  func aBindingThatCannotWorkIsRefused(binding: String, reason: String) async {
    await conversation.say("let a = Desk()")
    let said = await conversation.say("bind \(binding)")
    #expect(said.status != .ok && said.lines.joined().contains(reason), "\(said.lines)")
  }

  @Test(arguments: ["->", "<->"])
  func typesOfOneNameAreNotTheSame(direction: String) async {
    conversation.session.define("post", Signposts.Post())
    conversation.session.define("lamp", Lamps.Post())
    let said = await conversation.say("bind post.kind \(direction) lamp.kind").lines.joined()
    #expect(said.contains("kind is Kind, kind is Kind; both sides need the same type."), "\(said)")
  }
}
