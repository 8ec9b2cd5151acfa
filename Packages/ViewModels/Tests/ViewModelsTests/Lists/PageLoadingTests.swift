import Bindings
import Testing
import ViewModels

/// The loading of a page's content by a closure.
@MainActor
@Suite(.ownGraph) struct PageLoadingTests {
  private struct Down: Error {}
  private let page = PageState()

  private var flags: [Bool] { [page.isLoading, page.needsRetry, page.emptyState != nil] }

  // L27 and L28: the flag did not follow the work, and stayed when the work had failed.
  @Test func thePageLoadsAsLongAsTheWorkGoesOn() async throws {
    page.needsRetry = true
    page.emptyState = .init(title: "Nothing")
    var seen: [[Bool]] = []
    let token = observe { seen.append(flags) }
    try await page.load {
      await Task.yield()
      #expect(flags == [true, false, false])
      return true
    }
    #expect(seen == [[false, true, true], [true, false, false], [false, false, false]])
    token.cancel()
  }

  @Test func anErrorEndsTheLoadingAndIsThrown() async {
    await #expect(throws: Down.self) { try await page.load { throw Down() } }
    #expect(flags == [false, true, false])
    await #expect(throws: Down.self) {
      try await page.load(retrying: { !($0 is Down) }) { throw Down() }
    }
    #expect(flags == [false, false, false])
  }

  // L42: each load takes the notice away.
  @Test func aPageWithoutContentSaysSoUntilTheNextLoad() async throws {
    try await page.load(whenEmpty: .init(title: "No photos")) { false }
    #expect(page.emptyState?.title == "No photos")
    try await page.load(whenEmpty: .init(title: "No photos")) {
      #expect(page.emptyState == nil)
      return true
    }
    #expect(flags == [false, false, false])
    try await page.load { false }
    #expect(page.emptyState == nil)
  }

  @Test func whatIsCancelledWantsNoRetry() async {
    await #expect(throws: CancellationError.self) {
      try await page.load { throw CancellationError() }
    }
    #expect(flags == [false, false, false])
    let work = Task { @MainActor in
      try await page.load {
        while !Task.isCancelled { await Task.yield() }
        throw Down()
      }
    }
    while !page.isLoading { await Task.yield() }
    work.cancel()
    _ = await work.result
    #expect(flags == [false, false, false])
  }

  // A page that was loaded again while it was loading said that it was not loading any more.
  @Test func ofSeveralLoadsTheLastEndsTheLoadingAndTheLatestDecides() async throws {
    let (first, second) = (SignalSource<Void>(), SignalSource<Void>())
    var judged = 0
    let early = Task { @MainActor in
      try await page.load(retrying: { _ in
        judged += 1
        return true
      }) {
        _ = await first.signal.first()
        throw Down()
      }
    }
    while !first.isObserved { await Task.yield() }
    let late = Task { @MainActor in
      try await page.load(whenEmpty: .init(title: "None")) {
        _ = await second.signal.first()
        return false
      }
    }
    while !second.isObserved { await Task.yield() }
    first.send(())
    await #expect(throws: Down.self) { try await early.value }
    #expect(flags == [true, false, false] && judged == 0)
    second.send(())
    try await late.value
    #expect(flags == [false, false, true])
  }

  // The retry button of the failed load lay over what the other one had found.
  @Test func aLoadThatBeginsWhileAnErrorIsJudgedDecides() async throws {
    let source = SignalSource<Void>()
    var later: Task<Void, any Error>?
    await #expect(throws: Down.self) {
      try await page.load(retrying: { _ in
        later = Task.immediate { [page] in
          try await page.load {
            _ = await source.signal.first()
            return true
          }
        }
        return true
      }) { throw Down() }
    }
    #expect(flags == [true, false, false])
    source.send(())
    try await later?.value
    #expect(flags == [false, false, false])
  }
}
