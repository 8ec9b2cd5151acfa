import Foundation
import Measuring
import REPLKit
import REPLStudio
import ViewModels

/// What a browser takes from the session that it looks at.
@MainActor
struct StudioMeasurement {
  let isQuick: Bool

  /// The part of the session's time that a browser takes while there are 10 000 changes a second.
  ///
  /// So many assignments fewer can be done. It looks at a screen, its graph and the timeline, as often as a window is
  /// drawn. The time is the processor's, on the thread of the main actor. Rounds with and without a browser take turns.
  ///
  /// - Returns: The part in percent, and the pictures a second that the browser got.
  func run() async throws -> (part: Double, pictures: Double) {
    var catalog = Catalog()
    catalog.add(Counter.self)
    let session = Session(catalog: catalog) { _ in }
    for word in session.screenWords { session.add(word) }
    let studio = Studio(session, program: "bench")
    let place = try await studio.start()
    await enter("let c = Counter()", session, studio)
    // The log and the timeline are full from now on.
    for number in 0..<20_000 { await enter("c.count = \(number)", session, studio) }
    let rounds = isQuick ? 2 : 5
    var (alone, watched, pictures) = (0.0, 0.0, 0)
    for _ in 0..<rounds {
      alone += try await busy(session, studio)
      let browser = try WatchingBrowser(at: place.address, screen: "c")
      watched += try await busy(session, studio)
      pictures += browser.close()
    }
    await studio.stop()
    let seconds = Double(rounds) * 2
    return ((watched - alone) / Double(rounds) * 100, Double(pictures) / seconds)
  }

  private func enter(_ text: String, _ session: Session, _ studio: Studio) async {
    let parsed = ParsedText(text)
    studio.begin(session.symbols.redacted(parsed))
    await studio.end(await session.run(parsed))
  }

  /// The part of two seconds in which this thread was busy.
  private func busy(_ session: Session, _ studio: Studio) async throws -> Double {
    let (start, begin) = (processorTime(), ContinuousClock.now)
    for slice in 0..<200 {
      for number in 0..<100 { await enter("c.count = \(slice * 100 + number)", session, studio) }
      try await Task.sleep(until: begin + .milliseconds(10) * (slice + 1), clock: .continuous)
    }
    return (processorTime() - start) / 1e9 / ((ContinuousClock.now - begin) / .seconds(1))
  }
}
