import BindingsTestSupport
import Testing

@testable import Bindings

/// Who has lagged too far behind a list starts anew; nobody else does.
@Suite @MainActor struct LaggingReaderTests {
  let graph = Graph()

  @Test func whoIsUpToDateIsToldTheChangesThoughAnotherLags() {
    let list = ObservableList((0..<300).map { Row(id: $0) }, graph: graph)
    let shown = list.filter { $0.id >= 0 }
    #expect(shown.count == 300)
    var told: [String] = []
    let token = list.observeChanges { told.append($0.changes == nil ? "reload" : "batch") }
    list.edit { $0.append(Row(id: 1000)) }
    list.edit { $0.removeSubrange(0..<300) }
    #expect(told == ["reload", "batch", "batch"])
    #expect(shown.value == [Row(id: 1000)])
    token.cancel()
  }

  @Test func aDerivedListThatIsUpToDateIsNotMadeAnew() {
    let list = ObservableList((0..<10).map { Row(id: $0) }, graph: graph)
    let late = list.filter { _ in true }
    #expect(late.count == 10)
    var evaluations = 0
    let token = list.filter { _ in
      evaluations += 1
      return true
    }.observeChanges { _ in }
    evaluations = 0
    for text in 1...1000 { list.edit { $0[text % 10].text = text } }
    #expect(evaluations == 1000)
    #expect(late.value == list.value)
    token.cancel()
  }

  /// A reader beside a model of what it may have to miss.
  @MainActor private final class Reader {
    let list: LiveList<Row>
    private var reader: LateReader<Row>?
    private(set) var screen = ListProbe<Row>()
    private(set) var reloads = 0
    private(set) var fault: String?
    /// The steps since the last look and their size, and whether they became too many.
    private var missed = (steps: 0, size: 0)
    private(set) var isLost = false

    init(_ list: LiveList<Row>) {
      self.list = list
      reader = LateReader(list) { [unowned self] update in
        if update.changes == nil { reloads += 1 }
        do { try screen.show(update) } catch { fault = "\(error)" }
      }
    }

    /// Counts a step of the list of so many rows.
    func miss(_ size: Int, rows: Int) {
      missed = (missed.steps + 1, missed.size + size + 1)
      if missed.steps > 1, missed.size > ListTuning.rememberedSteps(rows: rows) { isLost = true }
    }

    func look() {
      let before = reloads
      reader?.look()
      if (reloads > before) != isLost { fault = "\(isLost ? "no " : "")reload at \(missed)" }
      if screen.rows != list.peek() { fault = "\(screen.rows) instead of \(list.peek())" }
      (missed, isLost) = ((0, 0), false)
    }
  }

  @Test func onlyReadersThatLagTooFarStartAnew() async {
    var fuzz = ListFuzz("lagging readers", share: 40)
    var lost = 0
    while await fuzz.next() {
      let count = fuzz.below(12)
      let list = ObservableList((0..<count).map { Row(id: $0) }, graph: fuzz.quiet)
      let readers = (0..<5).map { _ in Reader(list) }
      // Some look always, some now and then, some nearly never.
      let habits = [100] + readers.dropFirst().map { _ in [100, 50, 2, 1][fuzz.below(4)] }
      for _ in 0..<400 {
        let number = list.contents.number
        if fuzz.chance(2) {
          list.replace(with: fuzz.rows(upTo: 80))
        } else {
          list.edit { fuzz.edit(&$0) }
        }
        fuzz.count(1)
        guard list.contents.number > number else { continue }
        let size = list.contents.steps.last?.size ?? 0
        for reader in readers { reader.miss(size, rows: list.contents.count) }
        for (reader, habit) in zip(readers, habits) where fuzz.chance(habit) {
          if reader.isLost { lost += 1 }
          reader.look()
          if let fault = reader.fault { fuzz.expect(false, fault) }
        }
      }
    }
    #expect(lost > 0)
  }

  /// A cell with the latest content of its row.
  private final class Cell: Identifiable {
    let id: Int
    var text: Int
    init(_ row: Row) { (id, text) = (row.id, row.text) }
  }

  @Test func cellsFollowEachFlushOnceTheyWereRead() async {
    var fuzz = ListFuzz("cells that are only read once", share: 40)
    while await fuzz.next() {
      let list = ObservableList(fuzz.rows(upTo: 2), graph: fuzz.quiet)
      let shown = list.filter { $0.text > 0 }
      var living: [Int: Cell] = [:]
      let cells = shown.cells {
        let cell = Cell($0)
        living[cell.id] = cell
        return cell
      } update: {
        $0.text = $1.text
      } end: {
        if living[$0.id] === $0 { living[$0.id] = nil }
      }
      let start = fuzz.below(3)
      for step in 0..<8 {
        if step == start { fuzz.expect(cells.count == shown.peek().count, "the first read") }
        list.edit { fuzz.edit(&$0) }
        fuzz.count(1)
        // Nobody reads the cells again.
        let rows = step < start ? [] : shown.peek()
        let known = living.values.map { Row(id: $0.id, text: $0.text) }.sorted { $0.id < $1.id }
        fuzz.expect(known == rows.sorted { $0.id < $1.id }, "\(known) instead of \(rows)")
      }
      withExtendedLifetime(cells) {}
    }
  }
}
