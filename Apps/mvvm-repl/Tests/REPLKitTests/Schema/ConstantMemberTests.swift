import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// A `let` of a view-model: it is read by its name, and is no part of the state.
@MainActor
@Suite(.ownGraph) struct ConstantMemberTests {
  enum Size: CaseIterable { case small, large }

  @MainActor
  @ViewModel
  class Card {
    /// The name.
    let title: String
    let numbers = [1, 2]
    let size = Size.large
    let note: String? = nil
    let action: () -> Void = {}
    let error: any Error = CancellationError()
    private let inner = 1
    @Ignored let hidden = 2
    static let shared = 3
    var text: String = ""

    init(_ title: String) { self.title = title }
  }

  @MainActor
  @ViewModel
  final class Ace: Card {
    let suit: String = "hearts"
  }

  // S10: who asked for a `let` was told that there is none.
  @Test func whatIsPublicAndCanBeShownIsAConstant() throws {
    let card = Card("Ada")
    #expect(Card.schema.constants.map(\.name) == ["title", "numbers", "size", "note"])
    #expect(Card.schema.members.map(\.name) == ["text"])
    let title = try #require(Card.schema["title"])
    #expect(title.isConstant && title.type == .string && title.documentation == "The name.")
    let values = try Card.schema.constants.map { try $0.value(in: card) }
    #expect(values == ["Ada", [1, 2], "large", nil])
    #expect(title.node(in: card) == nil && Card.schema["text"]?.isConstant == false)
  }

  @Test func aConstantIsNotSet() throws {
    let (card, title) = (Card("Ada"), try #require(Card.schema["title"]))
    #expect { try title.set("Bob", in: card) } throws: {
      "\($0)"
        == "title is a constant and never changes. Create another view-model, or make it a var."
    }
    #expect { try title.restore("Bob", in: card) } throws: { $0 is ViewModelError }
    #expect(title.observable(in: card) == nil && card.title == "Ada")
  }

  @Test func aSubclassHasThoseOfItsSuperclassToo() {
    #expect(Ace.schema.constants.map(\.name) == ["suit", "title", "numbers", "size", "note"])
  }
}
