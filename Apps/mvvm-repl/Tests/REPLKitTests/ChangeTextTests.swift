import Bindings
import Testing

@testable import REPLKit

/// The text of a batch of list changes.
@MainActor
@Suite(.ownGraph) struct ChangeTextTests {
  private struct Entry: Identifiable, Equatable {
    let id: Int
    var text = 0
  }

  /// Changes three sections of three rows, and returns the text of each batch.
  private func texts(
    _ edit: (ObservableSections<Entry, Entry>) -> Void
  ) -> [String] {
    let sections = ObservableSections(
      (0..<3).map { head in
        ListSection(Entry(id: head), rows: (0..<3).map { Entry(id: 10 * head + $0) })
      })
    var texts: [String] = []
    let token = sections.observeChanges { update in
      if let changes = update.changes { texts.append(changes.text) }
    }
    edit(sections)
    token.cancel()
    return texts
  }

  @Test func eachKindOfChangeHasItsSign() {
    let texts = texts { sections in
      let new = [Entry(id: 12), Entry(id: 30), Entry(id: 10, text: 7)]
      let changes = ListChanges(from: sections.peek()[1].rows, to: new)
      sections.edit(animation: .left) { $0.apply(changes, to: 1) { $0 } }
      sections.edit { $0.updateHeader(at: 0) { $0 = Entry(id: 77) } }
    }
    #expect(
      texts == [
        "- rows 1.1, + rows 1.1, > rows 1.2→1.0, ~ rows 1.2 left",
        "- sections 0, + sections 0, > rows 0.0→0.0 0.1→0.1 0.2→0.2",
      ])
  }

  @Test func neighboursAreARange() {
    let texts = texts { sections in
      let rows = sections.peek()[2].rows
      let changes = ListChanges(from: rows, to: rows + (40..<42).map { Entry(id: $0) })
      sections.edit { $0.apply(changes, to: 2) { $0 } }
    }
    #expect(texts == ["+ rows 2.3…2.4"])
  }

  @Test func aRowThatIsWhereItWasIsNoPartOfTheText() throws {
    let texts = texts { sections in
      let rows = sections.peek()[1].rows
      sections.edit { $0.apply(ListChanges(from: rows, to: rows.reversed()), to: 1) { $0 } }
    }
    let text = try #require(texts.first)
    #expect(!text.contains("1.1→1.1") && text.contains("→1."), "\(text)")
  }
}
