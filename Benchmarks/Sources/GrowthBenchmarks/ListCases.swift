import Bindings
import Measuring

/// A row of the lists that are measured.
struct GrowthRow: Identifiable, Equatable {
  var id: Int
  var rank: Int
}

/// Lists, their edits and what is derived from them.
@MainActor let listCases: [GrowthCase] = [
  GrowthCase("list.appendOneByOne", .rootEach) { count in
    let list = ObservableList<GrowthRow>()
    for id in 0..<count { list.edit { $0.append(GrowthRow(id: id, rank: -id)) } }
    blackHole(list)
  },
  GrowthCase("list.appendAtOnce") { count in
    let list = ObservableList<GrowthRow>()
    list.edit { edit in for id in 0..<count { edit.append(GrowthRow(id: id, rank: -id)) } }
    blackHole(list)
  },
  GrowthCase("list.insertAtFront", .rootEach) { count in
    let list = ObservableList<GrowthRow>()
    list.edit { edit in for id in 0..<count { edit.insert(GrowthRow(id: id, rank: id), at: 0) } }
    blackHole(list)
  },
  GrowthCase("list.removeFromFront", .rootEach) { count in
    let list = ObservableList((0..<count).map { GrowthRow(id: $0, rank: $0) })
    list.edit { edit in for _ in 0..<count { edit.remove(at: 0) } }
    blackHole(list)
  },
  GrowthCase("list.replace") { count in
    let list = ObservableList((0..<count).map { GrowthRow(id: $0, rank: $0) })
    list.replace(with: (0..<count).reversed().map { GrowthRow(id: $0, rank: $0) })
    blackHole(list)
  },
  GrowthCase("list.filterSortAppend", .rootEach) { count in
    let list = ObservableList<GrowthRow>()
    let shown = list.filter { $0.id % 2 == 0 }.sorted { $0.rank < $1.rank }
    let token = shown.observeChanges { blackHole($0) }
    for id in 0..<count { list.edit { $0.append(GrowthRow(id: id, rank: id &* 7919 % 1009)) } }
    token.cancel()
  },
  GrowthCase("list.sortAnew", .logarithmicEach) { count in
    let list = ObservableList((0..<count).map { GrowthRow(id: $0, rank: $0 &* 7919 % 1009) })
    blackHole(list.sorted { $0.rank < $1.rank }.peek())
  },
  GrowthCase("list.observers") { count in
    let list = ObservableList<GrowthRow>()
    let tokens = (0..<count).map { _ in list.observeChanges { blackHole($0) } }
    list.edit { $0.append(GrowthRow(id: 1, rank: 1)) }
    for token in tokens { token.cancel() }
  },
]
