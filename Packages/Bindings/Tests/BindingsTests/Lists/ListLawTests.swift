import Foundation
import BindingsTestSupport
import Testing

@testable import Bindings

/// The laws of change batches, on random versions.
///
/// `LISTS_FUZZ` says how many batches, `LISTS_FUZZ_SEED` repeats a run.
@Suite @MainActor struct ListLawTests {
  @Test func batchesReplayLeastAndCompose() async throws {
    var fuzz = ListFuzz("laws of flat batches", share: 6)
    while await fuzz.next() {
      var a = fuzz.rows(upTo: 8)
      if fuzz.chance(10) { a = fuzz.longer(a) }
      let b = fuzz.version(after: a)
      let c = fuzz.version(after: b)
      let first = ListChanges(from: a, to: b)
      let second = ListChanges(from: b, to: c)
      fuzz.count(2)
      try fuzz.check(first, from: a, to: b)
      let sum = first.then(second, areEqual: ==)
      try fuzz.check(sum, from: a, to: c)
      fuzz.expect(sum == ListChanges(from: a, to: c), "composed batch equals the direct one")
      let d = fuzz.version(after: c)
      let third = ListChanges(from: c, to: d)
      fuzz.expect(
        sum.then(third, areEqual: ==)
          == first.then(second.then(third, areEqual: ==), areEqual: ==), "associative")
      fuzz.count(2)
    }
  }

  @Test func batchesWithRepeatedIdentitiesReplay() async throws {
    var fuzz = ListFuzz("flat batches with duplicates", share: 24)
    while await fuzz.next() {
      let a = fuzz.repeatingRows(upTo: 9)
      let b = fuzz.repeatingRows(upTo: 9)
      let changes = ListChanges(from: a, to: b)
      fuzz.count(1)
      fuzz.expect(a.applying(changes) == b, "replay")
      var screen = ListProbe<Row>()
      screen.reload(a)
      try screen.show(changes, leadingTo: b)
    }
  }

  @Test func editsBecomeTheBatchThatAComparisonFinds() async throws {
    var fuzz = ListFuzz("edits of flat lists", share: 8)
    while await fuzz.next() {
      let list = ObservableList(fuzz.rows(upTo: 8), graph: fuzz.quiet)
      var screen = ListProbe<Row>()
      var last: [Row] = []
      var fault: (any Error)?
      let token = list.observeChanges { update in
        do {
          try screen.show(update)
          if let changes = update.changes {
            if changes != ListChanges(from: last, to: update.rows) {
              fault = fault ?? ListProbeError.stale("\(changes) from \(last) to \(update.rows)")
            }
          }
          last = update.rows
        } catch { fault = fault ?? error }
      }
      for _ in 0..<8 {
        fuzz.quiet.batch {
          for _ in 0...fuzz.below(3) { list.edit { fuzz.edit(&$0) } }
        }
        fuzz.count(1)
        fuzz.expect(screen.rows == list.peek(), "screen")
      }
      if let fault { fuzz.expect(false, "\(fault)") }
      token.cancel()
    }
  }

  @Test func identitiesOfAnyTypeAreFoundByEquality() {
    struct Mixed: Identifiable, Equatable {
      var id: AnyHashable
      var text: Int
    }
    let old = (0..<100).map { Mixed(id: AnyHashable($0), text: 0) }
    let new = (0..<100).map { Mixed(id: AnyHashable(Double($0 * 37 % 100)), text: 1) }
    let changes = ListChanges(from: old, to: new)
    #expect(changes.removed.isEmpty && changes.inserted.isEmpty && changes.updated.count == 100)
  }
}
