import Bindings
import BindingsTestSupport
import Testing

extension Samples {
  @Suite @MainActor struct ListSamples {
    struct Message: Identifiable, Equatable {
      var id: Int
      var isRead = false
      var date = 0
      var day = "today"
    }

    struct Letter: Identifiable, Equatable {
      var id: String
    }

    struct Day: Identifiable, Equatable {
      var id: String
    }

    struct Contact: Identifiable, Equatable {
      var id: Int
    }

    @MainActor final class View {
      func apply(_ changes: ListChanges<Message>, _ rows: [Message]) {}
      func reload(_ rows: [Message]) {}
    }

    @MainActor final class Table {
      var shown = 0
      func show(_ update: ListUpdate<Message>) { shown += 1 }
      func show(_ update: SectionUpdate<Letter, Contact>) { shown += 1 }
    }

    let output = Output()
    func print(_ items: Any...) { output.print(items) }

    let message = Message(id: 100)
    let table = Table()

    func make(_ ids: Int...) -> ObservableList<Message> {
      let messages = ObservableList<Message>()
      messages.edit { for id in ids { $0.append(Message(id: id)) } }
      return messages
    }

    @Test func changesBetweenArrays() {
      let before = [Message(id: 1)]
      let after = [Message(id: 1), Message(id: 2)]
      let changes = ListChanges(from: before, to: after)
      print(changes.inserted.map(\.position), before.applying(changes) == after)
      for (position, row) in changes.inserted { print(position, row) }
      #expect(output.lines.first == "[1] true")
    }

    @Test func edits() {
      let messages = make(1, 2, 3, 7, 8)
      messages.edit { list in
        list.insert(message, at: 0)
        list.update(id: 7) { $0.isRead = true }
        list.move(from: 4, to: 1)
      }
      #expect(messages.value.map(\.id) == [100, 7, 1, 2, 3, 8])
      messages.edit {
        $0.remove(id: 3); $0.insert(message, at: 0)
      }
      messages.edit(animation: .left) { $0.remove(at: 0) }
    }

    @Test func observing() {
      let messages = ObservableList<Message>()
      let token = messages.observeChanges { print($0.changes?.inserted.count ?? 0) }
      messages.edit { $0.append(Message(id: 1)) }
      #expect(output.lines.last == "1")
      token.cancel()
    }

    @Test func probing() {
      let messages = make(1)
      var screen = ListProbe<Message>()
      let token = messages.observeChanges { try? screen.show($0) }
      print(screen.rows.count, screen.changes?.moved ?? [])
      #expect(output.lines == ["1 []"])
      token.cancel()
    }

    @Test func updating() {
      let messages = make(1)
      let view = View()
      let token = messages.observeChanges { update in
        if let changes = update.changes {
          view.apply(changes, update.rows)
        } else {
          view.reload(update.rows)
        }
      }
      token.cancel()
    }

    @Test func sections() {
      let (first, second) = (Message(id: 1), Message(id: 2))
      let today = ListSection(Day(id: "today"), rows: [first, second])
      #expect(today.rows.count == 2)
      let (ada, alan, bo) = (Contact(id: 1), Contact(id: 2), Contact(id: 3))
      let contacts = ObservableSections<Letter, Contact>()
      contacts.edit { list in
        list.append(Letter(id: "A"), rows: [ada])
        list.append(alan, to: 0)
      }
      contacts.edit { list in
        list.append(Letter(id: "C"), rows: [])
        list.append(Letter(id: "D"), rows: [])
        list.append(Contact(id: 4), to: 0)
      }
      let following: Subscription
      do {
        let token = contacts.observeChanges { update in
          if let changes = update.changes { print(changes.sections.inserted.count, changes.moved) }
        }
        following = token
      }
      contacts.edit { list in
        list.insert(Letter(id: "B"), rows: [bo], at: 1)
        list.move(from: ListPath(section: 0, row: 2), to: ListPath(section: 1, row: 0))
        list.removeSections(3..<4)
      }
      #expect(output.lines.count == 1 && output.lines[0].hasPrefix("1 ["))
      following.cancel()
      var screen = SectionProbe<Letter, Contact>()
      let token = contacts.observeChanges { try? screen.show($0) }
      token.cancel()
      do {
        let shown: LiveSections<Letter, Contact> = contacts
        let token = shown.observeChanges { update in table.show(update) }
        #expect(table.shown == 1)
        token.cancel()
      }
    }

    @Test func changesOfAListInASection() {
      let (ada, bo) = (Contact(id: 1), Contact(id: 3))
      let contacts = ObservableSections([ListSection(Letter(id: "A"), rows: [ada])])
      let changes = ListChanges(from: [ada], to: [bo, ada])
      contacts.edit { $0.apply(changes, to: 0) { $0 } }
      #expect(contacts.rows == [bo, ada])
    }
  }
}
