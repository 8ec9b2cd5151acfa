import Bindings
import Testing

@testable import ViewModels

/// A pager beside its model, driven through the same random steps.
@MainActor
private final class PagerDuel {
  private let news: PagedNews
  private var model: PagerModel
  private var random: SeededNumbers
  private var callers: [Task<Result<Int, any Error>, Never>] = []
  private var outcomes: [Int: PagerModel.Outcome] = [:]
  private var lastCursor = 0
  private var steps: [String] = []
  private var hasFailed = false
  private let seed: UInt64
  private var pager: Pager<NewsRow, Int> { news.pager }

  init(seed: UInt64) {
    self.seed = seed
    random = SeededNumbers(state: seed)
    news = PagedNews()
    news.pages.heedsCancellation = Bool.random(using: &random)
    model = PagerModel()
  }

  func step() async {
    if hasFailed { return }
    switch Int.random(in: 0..<24, using: &random) {
    case 0, 1: call(.refresh, pager.refresh)
    case 2, 3, 4, 5, 6: call(.older, pager.loadMore)
    case 7: retry()
    case 8, 9, 10, 11, 12: for _ in 0..<Int.random(in: 1...4, using: &random) { actAtOnce() }
    case 13: cancelCaller()
    case 15, 16: answerDropped()
    default: answer()
    }
    model.turn()
    await settle()
  }

  /// Does something that takes effect before any task goes on.
  private func actAtOnce() {
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1, 2: reach()
    case 3, 4: edit()
    case 5: cancel()
    default: suspend()
    }
  }

  /// Waits until the two agree; if they do not, the test fails and goes no further with this seed.
  private func settle() async {
    var turns = 0
    while let difference {
      turns += 1
      if turns == 50_000 {
        hasFailed = true
        Issue.record("seed \(seed) differs: \(difference)\n\(steps.joined(separator: "\n"))")
        return
      }
      await Task.yield()
    }
  }

  private func note(_ step: String) { steps.append(step) }

  private func call(
    _ slot: PagerModel.Slot, _ ask: @escaping @MainActor () async -> Result<Int, any Error>
  ) {
    note("\(slot)")
    model.call(slot, caller: callers.count)
    begin(ask)
  }

  private func begin(_ ask: @escaping @MainActor () async -> Result<Int, any Error>) {
    let caller = callers.count
    callers.append(
      Task {
        let result = await ask()
        outcomes[caller] =
          result.isCancelled ? .cancelled : result.count.map { .count($0) } ?? .unreachable
        return result
      })
  }

  private func retry() {
    note("retry")
    model.retry(caller: callers.count)
    begin(pager.retry)
  }

  private func reach() {
    guard let row = model.rows.randomElement(using: &random) else { return }
    let id = [row.id, model.rows.first?.id, model.rows.last?.id].compactMap(\.self)
      .randomElement(using: &random)
    note("reach \(id ?? 0)")
    model.reach(id ?? 0)
    pager.didReach(id ?? 0)
  }

  private func edit() {
    let row = NewsRow(id: .random(in: 0..<30, using: &random), text: "local \(steps.count)")
    let position = Int.random(in: 0...model.rows.count, using: &random)
    note("edit \(row.id)")
    if let old = model.rows.firstIndex(where: { $0.id == row.id }) {
      if row.id.isMultiple(of: 2) { model.rows.remove(at: old) } else { model.rows[old] = row }
    } else {
      model.rows.insert(row, at: position)
    }
    news.list.edit { list in
      if let old = list.position(of: row.id) {
        if row.id.isMultiple(of: 2) { list.remove(at: old) } else { list[old] = row }
      } else {
        list.insert(row, at: position)
      }
    }
  }

  private func cancel() {
    note("cancel")
    for slot in PagerModel.Slot.allCases { model.drop(slot) }
    pager.cancel()
  }

  private func cancelCaller() {
    guard let caller = callers.indices.randomElement(using: &random) else { return }
    note("cancel caller \(caller)")
    model.leave(caller)
    callers[caller].cancel()
  }

  private func suspend() {
    note(model.isSuspended ? "resume" : "suspend")
    if model.isSuspended {
      model.resume()
      pager.resume()
    } else {
      model.isSuspended = true
      pager.suspend()
    }
  }

  private func answer() {
    let open = PagerModel.Slot.allCases.filter {
      model.loads[$0].map { $0.isRequested && $0.held == nil } ?? false
    }
    guard let slot = open.randomElement(using: &random), let cursor = model.loads[slot]?.cursor,
      let request = news.pages.asked.lastIndex(of: cursor)
    else { return }
    if Int.random(in: 0..<4, using: &random) == 0 {
      note("fail \(slot)")
      model.answer(slot, .failure(Unreachable()))
      news.pages.fail(request)
    } else {
      let page = makePage("request \(request)")
      note("answer \(slot) \(page.items.map(\.id)) \(page.next ?? -1)")
      model.answer(slot, .success(page))
      news.pages.answer(request, page.items, next: page.next)
    }
  }

  private func answerDropped() {
    let live = model.loads.values.filter(\.isRequested).map(\.cursor)
    let late = news.pages.unanswered.filter { request in
      !live.contains { news.pages.asked.lastIndex(of: $0) == request }
    }
    guard let request = late.randomElement(using: &random) else { return }
    note("late answer \(request)")
    news.pages.answer(request, makePage("stale").items, next: 999)
  }

  private func makePage(_ text: String) -> Page<NewsRow, Int> {
    let ids = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      Int.random(in: 0..<30, using: &random)
    }
    return Page(ids.map { NewsRow(id: $0, text: text) }, next: makeCursor())
  }

  private func makeCursor() -> Int? {
    lastCursor += 1
    return Int.random(in: 0..<5, using: &random) == 0 ? nil : lastCursor
  }

  /// What differs between the two; `nil` when nothing does.
  private var difference: String? {
    let rows = news.list.peek()
    if rows != model.rows { return "rows \(rows) instead of \(model.rows)" }
    if Set(rows.map(\.id)).count < rows.count { return "repeated rows" }
    if rows.contains(where: { $0.text == "stale" }) { return "stale rows" }
    for (slot, state) in [
      (PagerModel.Slot.refresh, pager.refreshState), (.older, pager.older),
    ] where !"\(state)".hasPrefix(model.states[slot] ?? "") {
      return "\(slot) is \(state) instead of \(model.states[slot] ?? "")"
    }
    for (slot, load) in [
      (PagerModel.Slot.refresh, pager.firstSlot.load), (.older, pager.olderSlot.load),
    ] {
      let expected = model.loads[slot]
      if load?.callers ?? 0 != expected?.callers.count ?? 0 {
        return "\(slot) has \(load?.callers ?? 0) callers"
      }
      if expected?.held != nil, case .asked = load?.step { return "\(slot) has no answer" }
    }
    if news.pages.asked.sorted() != model.asked.sorted() {
      return "asked \(news.pages.asked) instead of \(model.asked)"
    }
    let open = model.loads.values.count { $0.isRequested && $0.held == nil }
    let running = news.pages.unanswered.filter { !news.pages.cancelled.contains($0) }
    if running.count != open { return "requests \(running) instead of \(open)" }
    return outcomes == model.outcomes ? nil : "\(outcomes) instead of \(model.outcomes)"
  }

  func finish() async {
    pager.resume()
    pager.cancel()
    for caller in callers { _ = await caller.value }
    for request in news.pages.unanswered { news.pages.fail(request) }
  }
}

@MainActor
@Suite(.ownGraph) struct PagerFuzzTests {
  /// Refreshes, further pages, edits, failures and cancels in any order.
  @Test func anyOrderOfEventsGoesAsInThePlainModel() async {
    let first = UInt64.random(in: 0...(.max - 10_000))
    print("PagerFuzzTests from seed \(first)")
    for seed in first..<(first + 150) {
      let duel = PagerDuel(seed: seed)
      for _ in 0..<80 { await duel.step() }
      await duel.finish()
    }
  }

  /// Numbered pages of a feed that changes under way: rows repeat and slip from page to page.
  @Test func whatWasLoadedFromAFeedThatMovedIsTheFeedAfterARefresh() async {
    let first = UInt64.random(in: 0...(.max - 10_000))
    print("PagerFuzzTests of feeds from seed \(first)")
    for seed in first..<(first + 50) {
      var random = SeededNumbers(state: seed)
      var feed = (0..<40).map { NewsRow(id: $0) }
      let list = ObservableList<NewsRow>()
      let pager = Pager(into: list, from: 0) { start in
        await Task.yield()
        let rows = Array(feed.dropFirst(start).prefix(7))
        return Page(rows, next: start + 7 < feed.count ? start + 7 : nil)
      }
      for step in 0..<12 {
        await pager.loadMore()
        feed.insert(NewsRow(id: 100 + step), at: 0)
        feed.remove(at: .random(in: feed.indices, using: &random))
        feed[.random(in: feed.indices, using: &random)].text = "changed \(step)"
        if step == 5 { await pager.refresh() }
        #expect(Set(list.peek().map(\.id)).count == list.count, "seed \(seed)")
      }
      list.removeAllRows()
      await pager.refresh()
      while pager.canLoadMore { await pager.loadMore() }
      #expect(list.peek() == feed, "seed \(seed)")
    }
  }
}

extension ObservableList {
  fileprivate func removeAllRows() { edit { $0.removeAll() } }
}
