import Bindings
import Testing
import ViewModels

/// A reload belongs to the cell, wherever it goes.
@MainActor
@Suite(.ownGraph) struct ReloadTests {
  @Test func aReloadIsNotLostWhenTheRowGoesToAnotherSection() throws {
    let list = ListViewModel()
    let cell = TextCell("a")
    try list.append(SectionViewModel(), cells: [cell])
    try list.append(SectionViewModel())
    var updated: [Int] = []
    let token = list.content.observeChanges { updated.append($0.changes?.updated.count ?? -1) }
    updated = []
    try batch {
      try list.reload(cell)
      try list.remove(cell)
      try list.append(cell, section: 1)
    }
    #expect(updated == [1])
    token.cancel()
  }

  @Test func aRowThatWasReloadedOnceIsNotReloadedAgainByGoingElsewhere() throws {
    let list = ListViewModel()
    let sections = [SectionViewModel(), SectionViewModel()]
    let cell = TextCell("a")
    let sources = [ObservableList([cell]), ObservableList<TextCell>()]
    var tokens: [Subscription] = []
    for (section, source) in zip(sections, sources) {
      try list.append(section)
      tokens.append(list.follow(source, in: section))
    }
    try list.reload(cell)
    var log: [String] = []
    tokens.append(
      list.content.observeChanges {
        log.append(
          "moved \($0.changes?.moved.count ?? -1) updated \($0.changes?.updated.count ?? -1)")
      })
    log = []
    batch {
      sources[0].edit { $0.removeAll() }
      sources[1].edit { _ = $0.append(cell) }
    }
    #expect(log == ["moved 1 updated 0"])
    for token in tokens { token.cancel() }
  }

  @Test func aReloadOfASectionIsNotLostWhenItIsPutBack() throws {
    let list = ListViewModel()
    let section = SectionViewModel()
    try list.append(section, cells: [TextCell("a")])
    var calls = 0
    let token = list.content.observeChanges { _ in calls += 1 }
    calls = 0
    try batch {
      try list.reload(sections: 0..<1)
      try list.remove(section)
      try list.append(section)
    }
    #expect(calls == 1)
    token.cancel()
  }
}
