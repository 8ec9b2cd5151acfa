import ViewModels

/// What a pager must do, written as plainly as possible: no tasks, no nodes, arrays throughout.
struct PagerModel {
  typealias Answer = Page<NewsRow, Int>
  enum Slot: CaseIterable { case refresh, older }
  enum Outcome: Equatable { case count(Int), unreachable, cancelled }

  /// What is asked for.
  struct Load {
    var cursor: Int
    /// Whether the service was asked; not while suspended.
    var isRequested = false
    /// What the service said while suspended.
    var held: Result<Answer, Unreachable>?
    var callers: [Int] = []
    var isKept = false
    /// Whether it repeats what has failed.
    var isRetry = false
    var fruitless = 0
  }

  var rows: [NewsRow] = []
  var states: [Slot: String] = [.refresh: "idle", .older: "idle"]
  var loads: [Slot: Load] = [:]
  var cursors: [Slot: Int] = [.refresh: 0]
  var isSuspended = false
  /// The cursors that the service is asked for, in no order.
  var asked: [Int] = []
  var outcomes: [Int: Outcome] = [:]
  private var hasFirstPage = false
  private var reached: Int?

  mutating func call(_ wanted: Slot, caller: Int?) {
    let slot = loads[.refresh] != nil || !hasFirstPage ? .refresh : wanted
    if loads[slot] == nil {
      guard let cursor = cursors[slot] else {
        if let caller { outcomes[caller] = .count(0) }
        return
      }
      if slot == .refresh {
        drop(.older)
        reached = nil
      }
      loads[slot] = Load(cursor: cursor)
      states[slot] = "loading"
    }
    if let caller { loads[slot]?.callers.append(caller) } else { loads[slot]?.isKept = true }
  }

  mutating func reach(_ id: Int) {
    guard rows.last?.id == id, cursors[.older] != nil else { return }
    if loads[.refresh] != nil { return reached = id }
    if loads[.older] != nil {
      loads[.older]?.isKept = true
    } else if states[.older] == "idle" {
      call(.older, caller: nil)
    }
  }

  mutating func retry(caller: Int) {
    let failed = Slot.allCases.filter { states[$0] == "failed" }
    let slot = failed.first ?? Slot.allCases.first { loads[$0]?.isRetry == true }
    guard let slot else { return outcomes[caller] = .count(0) }
    call(slot, caller: caller)
    for (slot, load) in loads where load.callers.contains(caller) { loads[slot]?.isRetry = true }
  }

  mutating func drop(_ slot: Slot) {
    guard let load = loads.removeValue(forKey: slot) else { return }
    states[slot] = "idle"
    for caller in load.callers { outcomes[caller] = .cancelled }
  }

  mutating func leave(_ caller: Int) {
    for (slot, load) in loads where load.callers.contains(caller) {
      outcomes[caller] = .cancelled
      loads[slot]?.callers.removeAll { $0 == caller }
      if load.callers.count == 1, !load.isKept { drop(slot) }
    }
  }

  mutating func resume() {
    isSuspended = false
    for slot in Slot.allCases {
      if let held = loads[slot]?.held { take(held, slot) }
    }
  }

  /// Asks the service for what is still wanted, as the tasks of the loads do when it is their turn.
  mutating func turn() {
    for slot in Slot.allCases {
      guard !isSuspended, let load = loads[slot], !load.isRequested else { continue }
      asked.append(load.cursor)
      loads[slot]?.isRequested = true
    }
  }

  /// Asks for the page after one that brought nothing new.
  private mutating func request(_ slot: Slot, at cursor: Int) {
    loads[slot]?.cursor = cursor
    loads[slot]?.isRequested = false
    loads[slot]?.held = nil
  }

  mutating func answer(_ slot: Slot, _ answer: Result<Answer, Unreachable>) {
    if isSuspended { loads[slot]?.held = answer } else { take(answer, slot) }
  }

  private mutating func take(_ answer: Result<Answer, Unreachable>, _ slot: Slot) {
    switch answer {
    case .failure: end(slot, "failed", .unreachable)
    case .success(let page):
      var items: [NewsRow] = []
      for item in page.items where !items.contains(where: { $0.id == item.id }) {
        items.append(item)
      }
      let new = items.filter { item in !rows.contains { $0.id == item.id } }
      if slot == .refresh {
        loads[slot]?.fruitless += 1
        if items.isEmpty, let cursor = page.next, (loads[slot]?.fruitless ?? 0) < 3 {
          return request(slot, at: cursor)
        }
        takeFirst(items, items.isEmpty ? Page([], next: nil) : page)
        end(slot, "idle", .count(new.count))
        if let id = reached { reach(id) }
        return
      }
      for (position, row) in rows.enumerated() {
        rows[position] = items.first { $0.id == row.id } ?? row
      }
      rows += new
      cursors[slot] = page.next
      loads[slot]?.fruitless += 1
      if new.isEmpty, let cursor = cursors[slot], (loads[slot]?.fruitless ?? 0) < 3 {
        return request(slot, at: cursor)
      }
      if new.isEmpty { cursors[slot] = nil }
      end(slot, cursors[slot] == nil ? "end" : "idle", .count(new.count))
      if states[.refresh] == "failed" { states[.refresh] = "idle" }
    }
  }

  private mutating func takeFirst(_ items: [NewsRow], _ page: Answer) {
    cursors[.older] = page.next
    states[.older] = page.next == nil ? "end" : "idle"
    rows = items
    hasFirstPage = true
  }

  private mutating func end(_ slot: Slot, _ state: String, _ outcome: Outcome) {
    for caller in loads[slot]?.callers ?? [] { outcomes[caller] = outcome }
    loads[slot] = nil
    states[slot] = state
  }
}
