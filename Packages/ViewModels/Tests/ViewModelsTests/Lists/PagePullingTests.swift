import Bindings
import Testing
import ViewModels

/// The content that a person pulls down.
@MainActor
@Suite(.ownGraph) struct PagePullingTests {
  private struct Down: Error {}
  private let page = PageState()

  // L32: who pulls sees a line above the content, what the program loads has an overlay.
  @Test func aPullIsToldApartFromWhatTheProgramLoads() async throws {
    var seen: [[Bool]] = []
    page.onPull { [page] in try await page.load { true } }
    let token = observe { seen.append([page.isLoading, page.isPulled]) }
    try await page.load { true }
    #expect(seen == [[false, false], [true, false], [false, false]])
    seen = []
    try await page.pull()
    #expect(seen.first == [false, true] && seen.contains([true, true]))
    #expect(seen.last == [false, false])
    token.cancel()
  }

  @Test func anErrorEndsThePullToo() async {
    page.onPull { throw Down() }
    await #expect(throws: Down.self) { try await page.pull() }
    #expect(!page.isPulled)
  }

  // L32: without a gate every page could be pulled.
  @Test func aPageThatCannotBePulledRefuses() async throws {
    #expect(!page.pullCommand.isEnabled)
    var pulls = 0
    page.onPull { pulls += 1 }
    #expect(page.pullCommand.isEnabled)
    page.allowsPulling = false
    _ = await page.pullCommand.execute().result
    #expect(pulls == 0)
    page.allowsPulling = true
    _ = await page.pullCommand.execute().result
    #expect(pulls == 1)
  }

  // [quirk] A pull of a page that is never told how to reload succeeded and did nothing.
  @Test func whatCannotReloadCannotBePulled() async {
    page.allowsPulling = true
    #expect(!page.pullCommand.isEnabled)
    var pulls = 0
    page.onPull { pulls += 1 }
    _ = await page.pullCommand.execute().result
    #expect(pulls == 1)
  }

  @Test func aPullThatWasCancelledAndEndsLateEndsNoOther() async {
    let gates = [SignalSource<Void>(), SignalSource<Void>()]
    var pulls = 0
    page.onPull {
      pulls += 1
      let gate = gates[pulls - 1]
      // It does not notice that it is cancelled.
      await Task { _ = await gate.signal.first() }.value
    }
    let first = page.pullCommand.execute()
    while pulls < 1 || !gates[0].isObserved { await Task.yield() }
    first.cancel()
    let second = page.pullCommand.execute()
    while pulls < 2 || !gates[1].isObserved { await Task.yield() }
    gates[0].send(())
    _ = await first.result
    #expect(page.isPulled)
    gates[1].send(())
    _ = await second.result
    #expect(!page.isPulled)
  }

  @Test func toPullAgainMeanwhileIsToWaitForTheSame() async {
    var pulls = 0
    let gate = SignalSource<Void>()
    page.onPull {
      pulls += 1
      _ = await gate.signal.first()
    }
    let runs = [page.pullCommand.execute(), page.pullCommand.execute()]
    #expect(page.isPulled)
    gate.send(())
    for run in runs { _ = await run.result }
    #expect(pulls == 1 && !page.isPulled)
  }
}
