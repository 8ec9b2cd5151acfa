import REPLKit

/// An exercise of the package that `new --template exercises` writes: Swift with a hole, and the test that passes when it
/// is filled.
struct Exercise: Sendable {
  let title: Message
  /// The text of the task.
  let task: Message
  /// The hints; each one reveals more than the one before.
  let hints: [Message]
  /// The file, with `{hole}` in the place of missing code and comments in English.
  let code: String
  /// The comments of the file, in both languages.
  let comments: [Message]
  /// The text in the place of the hole; it builds, but does not pass the test.
  let hole: String
  let solution: String
  /// The tests, as the body of a suite.
  let tests: String
  /// The suffix of the view-model's type, after the package's name.
  let type: String
}

extension Exercise {
  /// All exercises, in order.
  static let all = [derived, rules, command, waiting, rows]

  private static let derived = Exercise(
    title: Message("A derived value", "派生值"),
    task: Message(
      "`isChild` is to be true below the age of 12. Compute it; nobody sets it.",
      "年龄不到 12 岁时 `isChild` 应为 true。计算它，不要让谁去设置它。"),
    hints: [
      Message("A computed property may read `age`.", "计算属性可以读 `age`。"),
      Message("`age < 12`", "`age < 12`"),
    ],
    code: """
      /// A ticket, which is cheaper for children.
      @ViewModel
      final class {Name}Ticket {
        /// The age in years.
        var age = 30
        /// Whether it is a child's.
        var isChild: Bool { {hole} }
        /// The price in cents.
        var price: Int { isChild ? 500 : 900 }

        init() {}
      }
      """,
    comments: [
      Message("A ticket, which is cheaper for children.", "一张票，儿童更便宜。"),
      Message("The age in years.", "年龄，单位是岁。"),
      Message("Whether it is a child's.", "是否是儿童票。"),
      Message("The price in cents.", "价格，单位是分。"),
    ], hole: "false", solution: "age < 12",
    tests: """
        @Test func childrenPayLess() {
          let ticket = {Name}Ticket()
          #expect(ticket.price == 900)
          ticket.age = 11
          #expect(ticket.isChild)
          #expect(ticket.price == 500)
          ticket.age = 12
          #expect(!ticket.isChild)
          #expect(ticket.price == 900)
          ticket.age = 0
          #expect(ticket.isChild)
        }
      """, type: "Ticket")

  private static let rules = Exercise(
    title: Message("Rules of a form", "表单的规则"),
    task: Message(
      "`canSend` is to be true when the address has an @ and the text has 1 to 20 characters.",
      "地址里有 @，并且文字有 1 到 20 个字符时，`canSend` 应为 true。"),
    hints: [
      Message("Both rules are outputs already; join them.", "两条规则已经是输出了；把它们合起来。"),
      Message("`isAddressed && isTextRight`", "`isAddressed && isTextRight`"),
    ],
    code: """
      /// A message, as one writes it.
      @ViewModel
      final class {Name}Message {
        /// The address that it goes to.
        var address = ""
        /// The text, of 20 characters at most.
        var text = ""

        var isAddressed: Bool { address.contains("@") }
        var isTextRight: Bool { (1...20).contains(text.count) }
        /// Whether it can be sent.
        var canSend: Bool { {hole} }

        init() {}
      }
      """,
    comments: [
      Message("A message, as one writes it.", "正在写的一条消息。"),
      Message("The address that it goes to.", "收件地址。"),
      Message("The text, of 20 characters at most.", "文字，最多 20 个字符。"),
      Message("Whether it can be sent.", "是否可以发送。"),
    ], hole: "true", solution: "isAddressed && isTextRight",
    tests: """
        @Test func onlyWhatIsRightCanBeSent() {
          let message = {Name}Message()
          #expect(!message.canSend)
          message.address = "ann@example.org"
          #expect(!message.canSend)
          message.text = "Hello"
          #expect(message.canSend)
          message.address = "ann"
          #expect(!message.canSend)
          message.address = "bob@example.org"
          #expect(message.canSend)
          message.text = String(repeating: "a", count: 20)
          #expect(message.canSend)
          message.text += "a"
          #expect(!message.canSend)
        }
      """, type: "Message")

  private static let command = Exercise(
    title: Message("A command with a condition", "有条件的命令"),
    task: Message(
      "`takeBack` takes one point away. It is to be enabled only while there is a point.",
      "`takeBack` 拿走一分。只有还有分数时，它才应该可用。"),
    hints: [
      Message(
        "The condition is written in the attribute, as `\\.` and the name of a Bool: `@Command(enabled: \\.name)`.",
        "条件写在特性里，即 `\\.` 加一个 Bool 的名字：`@Command(enabled: \\.name)`。"),
      Message("`@Command(enabled: \\.hasPoints)`", "`@Command(enabled: \\.hasPoints)`"),
    ],
    code: """
      /// The points of a game.
      @ViewModel
      final class {Name}Score {
        /// The points so far.
        private(set) var points: Int = 0
        /// Whether there are any.
        var hasPoints: Bool { points > 0 }

        init() {}

        /// Adds a point.
        @Command func add() { points += 1 }

        /// Takes one point away.
        {hole} func takeBack() { points -= 1 }
      }
      """,
    comments: [
      Message("The points of a game.", "一局游戏的分数。"),
      Message("The points so far.", "到目前为止的分数。"),
      Message("Whether there are any.", "是否有分数。"),
      Message("Adds a point.", "加一分。"),
      Message("Takes one point away.", "拿走一分。"),
    ], hole: "@Command", solution: "@Command(enabled: \\.hasPoints)",
    tests: """
        @Test func nothingIsTakenFromZero() async {
          let score = {Name}Score()
          #expect(!score.takeBackCommand.isEnabled)
          _ = await score.takeBackCommand.execute().result
          #expect(score.points == 0)
          score.add()
          score.add()
          #expect(score.takeBackCommand.isEnabled)
          _ = await score.takeBackCommand.execute().result
          #expect(score.points == 1)
          #expect(score.takeBackCommand.isEnabled)
          _ = await score.takeBackCommand.execute().result
          #expect(score.points == 0)
          #expect(!score.takeBackCommand.isEnabled)
        }
      """, type: "Score")

  private static let waiting = Exercise(
    title: Message("A command that takes time", "需要时间的命令"),
    task: Message(
      "`save` is to wait until the store has kept the text, and to set `saved` to what was kept.",
      "`save` 应等存储把文字保存好，再把 `saved` 设为所保存的文字。"),
    hints: [
      Message("The store may throw, and takes its time: `try await`.", "存储可能出错，也需要时间：`try await`。"),
      Message(
        "A person may type on meanwhile: remember the text first, `let kept = text`, and set `saved = kept` at the end.",
        "等待时人可能继续输入：先记住文字，`let kept = text`，最后设置 `saved = kept`。"),
    ],
    code: """
      /// A note that is kept somewhere.
      @ViewModel
      final class {Name}Note {
        /// What is written.
        var text = ""
        /// What was kept last; nil before the first time.
        private(set) var saved: String?

        private let store: any {Name}NoteStore

        init(store: any {Name}NoteStore) { self.store = store }

        /// Keeps the text.
        @Command func save() async throws {
          {hole}
        }
      }

      /// Where notes are kept: a file, a server.
      protocol {Name}NoteStore: Sendable {
        /// Keeps a text, and returns when it is kept.
        func keep(_ text: String) async throws
      }

      /// A store that keeps nothing and takes its time, so that one sees what waits.
      struct Slow{Name}NoteStore: {Name}NoteStore {
        let clock: any Clock<Duration>

        func keep(_ text: String) async throws { try await clock.sleep(for: .milliseconds(300)) }
      }
      """,
    comments: [
      Message("A note that is kept somewhere.", "一条会保存到别处的笔记。"),
      Message("What is written.", "写下的文字。"),
      Message("What was kept last; nil before the first time.", "上次保存的文字；第一次之前是 nil。"),
      Message("Keeps the text.", "保存文字。"),
      Message("Where notes are kept: a file, a server.", "保存笔记的地方：文件、服务器。"),
      Message("Keeps a text, and returns when it is kept.", "保存一段文字，保存好后才返回。"),
      Message(
        "A store that keeps nothing and takes its time, so that one sees what waits.",
        "什么都不保存、只花时间的存储，这样能看到等待。"),
    ], hole: "saved = text",
    solution: """
      let kept = text
          try await store.keep(kept)
          saved = kept
      """,
    tests: """
        @Test func aNoteIsSavedOnceTheStoreHasKeptIt() async {
          let store = Store()
          let note = {Name}Note(store: store)
          var savedBefore: [String?] = []
          store.onKeep = { savedBefore.append(note.saved) }
          for text in ["tea", "coffee"] {
            note.text = text
            _ = await note.saveCommand.execute().result
            #expect(note.saved == text)
          }
          #expect(store.kept == ["tea", "coffee"])
          #expect(savedBefore == [nil, "tea"])
        }

        @Test func aPersonMayTypeOnWhileTheStoreWorks() async {
          let store = Store()
          let note = {Name}Note(store: store)
          note.text = "tea"
          store.onKeep = { note.text = "coffee" }
          _ = await note.saveCommand.execute().result
          #expect(note.saved == "tea")
        }

        @Test func aNoteThatWasNotKeptIsNotSaved() async {
          let store = Store()
          store.isBroken = true
          let note = {Name}Note(store: store)
          note.text = "tea"
          _ = await note.saveCommand.execute().result
          #expect(note.saved == nil)
        }

        @MainActor private final class Store: {Name}NoteStore {
          var isBroken = false
          var kept: [String] = []
          var onKeep: () -> Void = {}

          func keep(_ text: String) async throws {
            onKeep()
            if isBroken { throw Broken() }
            kept.append(text)
          }
        }

        private struct Broken: Error {}
      """, type: "Note")

  private static let rows = Exercise(
    title: Message("Rows that follow a filter", "随过滤条件变化的行"),
    task: Message(
      "Only the names that contain `filter` are to be rows; all of them while it is empty.",
      "只有包含 `filter` 的名字才应成为行；`filter` 为空时全部都是。"),
    hints: [
      Message(
        "The closure is asked for each name, and again whenever `filter` changes.",
        "会对每个名字调用一次这个闭包，`filter` 变化时再次调用。"),
      Message(
        "`text.isEmpty || name.text.contains(text)`", "`text.isEmpty || name.text.contains(text)`"),
    ],
    code: """
      /// Names, filtered as one types.
      @MainActor
      @ViewModel
      final class {Name}Names: ListViewModel {
        /// The text that a name is to contain.
        var filter: String = ""

        @Ignored private let names = ObservableList<{Name}Name>(label: "names")
        @Ignored private let section = SectionViewModel(headerTitle: "Names")

        init() {
          super.init()
          try? append(section)
          names.replace(with: ["Ada", "Alan", "Grace"].map { {Name}Name(text: $0) })
          // The closure lives in the list: with `self.filter` the two would keep each other alive.
          let filter = $filter
          let shown = names.filter { name in
            let text = filter.value
            return {hole}
          }
          keep(follow(shown.cells { TextCell($0.text) } update: { $0.text = $1.text }, in: section))
        }
      }

      /// A name.
      struct {Name}Name: Sendable, Hashable, Identifiable {
        let text: String
        var id: String { text }
      }
      """,
    comments: [
      Message("Names, filtered as one types.", "随输入过滤的名字。"),
      Message("The text that a name is to contain.", "名字应包含的文字。"),
      Message(
        "The closure lives in the list: with `self.filter` the two would keep each other alive.",
        "闭包由列表持有：如果用 `self.filter`，两者会互相保持存活。"),
      Message("A name.", "一个名字。"),
    ], hole: "text.isEmpty",
    solution: "text.isEmpty || name.text.contains(text)",
    tests: """
        @Test func onlyNamesWithTheTextAreRows() {
          let names = {Name}Names()
          #expect(names.count == 3)
          names.filter = "A"
          #expect(names.cells.compactMap { ($0 as? TextCell)?.text } == ["Ada", "Alan"])
          names.filter = "ra"
          #expect(names.cells.compactMap { ($0 as? TextCell)?.text } == ["Grace"])
          names.filter = "x"
          #expect(names.count == 0)
          names.filter = ""
          #expect(names.count == 3)
        }

        @Test func theRowsDoNotKeepTheListAlive() {
          weak var list: {Name}Names?
          do {
            let names = {Name}Names()
            names.filter = "A"
            list = names
          }
          #expect(list == nil)
        }
      """, type: "Names")
}
