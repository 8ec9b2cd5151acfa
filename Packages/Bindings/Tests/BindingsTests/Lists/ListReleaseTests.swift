import BindingsTestSupport
import Testing

@testable import Bindings

/// A row that is an object and does something when it ends.
private final class LastRow: Identifiable, Equatable, Sendable {
  let id: Int
  private let end: @MainActor @Sendable () -> Void

  init(_ id: Int, _ end: @escaping @MainActor @Sendable () -> Void = {}) {
    self.id = id
    self.end = end
  }

  deinit { MainActor.assumeIsolated(end) }

  static func == (first: LastRow, second: LastRow) -> Bool { first === second }
}

@MainActor
private final class Place: Sendable {
  let graph = Graph()
  let list: ObservableList<LastRow>
  private(set) var counts: [Int] = []

  init(_ rows: [LastRow] = []) { list = ObservableList(rows, graph: graph) }

  /// A row that reads the list when it ends, and edits it.
  func ending(_ id: Int) -> LastRow {
    LastRow(id) { [unowned self] in
      counts.append(list.count)
      list.edit { $0.append(LastRow(100 + id)) }
    }
  }
}

/// The end of a row is user code: it runs when the list may be used.
@Suite @MainActor struct ListReleaseTests {
  @Test func aRowOfAListThatNobodyFollowsEndsAfterTheEdit() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let place = Place()
        place.list.edit { list in
          for id in 0..<8 { list.append(place.ending(id)) }
        }
        place.list.edit { list in
          list.remove(at: 0)
          list.removeSubrange(0..<2)
          list.removeAll { $0.id == 3 }
          list[0] = LastRow(4)
          list[1] = LastRow(50)
        }
        precondition(place.counts.count == 6, "\(place.counts)")
        place.list.replace(with: [])
        precondition(place.counts.count == 8 && place.list.count == 2, "\(place.counts)")
      }
    }
  }

  @Test func aRowThatCameAndWentBetweenTwoUpdatesEndsOutsideOfTheLog() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let place = Place([LastRow(1)])
        var shown: [Int] = []
        let tokens = (0..<2).map { _ in
          place.list.observeChanges { shown = $0.rows.map(\.id) }
        }
        for round in 0..<20 {
          place.graph.batch {
            place.list.edit { $0.append(place.ending(round + 2)) }
            place.list.edit { $0.remove(id: round + 2) }
          }
        }
        place.list.edit { $0.append(LastRow(50)) }
        precondition(place.counts.count == 20, "\(place.counts)")
        precondition(Set(shown) == Set([1, 50] + (102..<122)), "\(shown)")
        for token in tokens { token.cancel() }
      }
    }
  }

  @Test func aRowOfAListWithSectionsEndsAfterTheEdit() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let list = ObservableSections<LastRow, LastRow>(graph: Graph())
        var counts: [Int] = []
        list.edit { $0.append(LastRow(1)) }
        for isFollowed in [false, true] {
          let token = isFollowed ? list.observeChanges { _ in } : nil
          list.graph.batch {
            list.edit { $0.append(LastRow(2) { counts.append(list.rowCount) }, to: 0) }
            list.edit { $0.remove(at: ListPath(section: 0, row: 0)) }
          }
          token?.cancel()
        }
        precondition(counts == [0, 0], "\(counts)")
      }
    }
  }
}
