import Bindings
import Testing

extension Samples {
  @Suite @MainActor struct DerivedListSamples {
    struct Message: Identifiable, Equatable {
      var id: Int
      var text = "world"
      var isRead = false
      var date = 0
    }

    @MainActor final class MessageCell: Identifiable {
      nonisolated let id: Int
      let message: Property<Message>
      private(set) var isEnded = false

      init(_ message: Message) {
        id = message.id
        self.message = Property(message)
      }

      func end() { isEnded = true }
    }

    @MainActor final class Table {
      var shown = 0
      func show(_ update: ListUpdate<Message>) { shown += 1 }
    }

    let table = Table()
    let messages = ObservableList((1...30).map { Message(id: $0, date: $0 % 7) })

    struct Letter: Identifiable, Equatable {
      var id: String
      var weight: Int
    }

    @Test func following() {
      let output = Output()
      func print(_ items: Any...) { output.print(items) }
      let limit = Property(2)
      let inbox = ObservableList<Letter>()
      let urgent = inbox.filter { $0.weight >= limit.value }.sorted { $0.weight > $1.weight }
      let token = urgent.observeChanges { update in
        print(update.changes?.inserted.count ?? 0, update.rows.map(\.id))
      }
      inbox.edit { list in
        list.append(Letter(id: "a", weight: 3))
        list.append(Letter(id: "b", weight: 9))
      }
      // 0 []
      // 2 ["b", "a"]
      #expect(output.lines == ["0 []", "2 [\"b\", \"a\"]"])
      limit.value = 5
      #expect(urgent.value.map(\.id) == ["b"])
      token.cancel()
    }

    @Test func filteringAndSorting() {
      let unread = messages.filter { !$0.isRead }.sorted { $0.date > $1.date }
      let token = unread.observeChanges { update in table.show(update) }
      let query = Property("x")
      let hits = messages.filter { $0.text.contains(query.value) }
      #expect(hits.isEmpty)
      query.value = "o"
      #expect(hits.count == 30)
      let newest = messages.sorted { $0.date > $1.date }
      #expect(newest[0].date == 6)
      token.cancel()
    }

    @Test func cells() {
      let rows = messages.cells {
        MessageCell($0)
      } update: {
        $0.message.value = $1
      } end: {
        $0.end()
      }
      #expect(rows.count == 30)
    }
  }
}
