import Foundation
import Measuring
import REPLKit
import REPLStudio
import ViewModels

/// The cost of a studio for the session that it serves, by audience.
///
/// The times are processor times of all threads of this process, because tasks of the main actor run on any of them.
/// They include the work of the server and the reading of the browser, but no other programs. In each round, every
/// audience is measured once.
@MainActor
struct StudioMeasurement {
  let isQuick: Bool

  private enum Audience: String, CaseIterable {
    case none = "not served"
    case nobody = "served, no browser"
    case hidden = "a hidden browser"
    case slow = "a slow browser"
    case drawing = "a browser"

    var pace: WatchingBrowser.Pace? {
      switch self {
      case .none, .nobody: nil
      case .hidden: .hidden
      case .slow: .slow
      case .drawing: .drawing
      }
    }
  }

  /// The figures of one audience.
  private struct Figures {
    /// The fractions of the time that 10 000 assignments per second took.
    var busy: [Double] = []
    /// The maximum numbers of assignments per second of processor time.
    var rates: [Double] = []
    var pictures = 0
  }

  func run(into table: Table) async throws {
    var catalog = Catalog()
    catalog.add(Counter.self)
    let session = Session(catalog: catalog) { _ in }
    for word in session.screenWords { session.add(word) }
    let studio = Studio(session, program: "bench")
    await session.run(SourceText("let c = Counter()"))
    let symbols = session.symbols
    func enter(_ number: Int) async {
      let parsed = ParsedText("c.count = \(number)")
      studio.begin(symbols.redacted(parsed))
      await studio.end(await session.run(parsed))
    }
    var figures: [Audience: Figures] = [:]
    for _ in 0..<(isQuick ? 2 : 5) {
      for audience in Audience.allCases {
        var found = figures[audience] ?? Figures()
        let place = audience == .none ? nil : try await studio.start()
        // These statements fill the log and the timeline.
        for number in 0..<2_000 { await enter(number) }
        let browser = try audience.pace.flatMap { pace in
          try place.map { try WatchingBrowser(at: $0.address, screen: "c", pace) }
        }
        found.busy.append(try await busy(enter))
        found.rates.append(await rate(enter))
        found.pictures += browser?.close() ?? 0
        await studio.stop()
        figures[audience] = found
      }
    }
    guard let alone = figures[.none] else { return }
    for audience in Audience.allCases {
      guard let found = figures[audience] else { continue }
      let rate = found.rates.median
      table.add("assignments, \(audience.rawValue)", rate, "statements/s")
      guard audience != .none else { continue }
      let part = (found.busy.median - alone.busy.median) * 100
      table.add(
        "10 000 a second, taken by: \(audience.rawValue) (\(found.pictures))", part, "%",
        goal: .atMost(10))
      table.add(
        "as many as can be, slower by", (1 - rate / alone.rates.median) * 100, "%",
        goal: .atMost(10))
    }
  }

  /// Returns the processor time of two seconds with 10 000 assignments per second, as a fraction of the time.
  private func busy(_ enter: (Int) async -> Void) async throws -> Double {
    let (start, begin) = (processTime(), ContinuousClock.now)
    for slice in 0..<200 {
      for number in 0..<100 { await enter(slice * 100 + number) }
      try await Task.sleep(until: begin + .milliseconds(10) * (slice + 1), clock: .continuous)
    }
    return (processTime() - start) / 1e9 / ((ContinuousClock.now - begin) / .seconds(1))
  }

  /// Returns the assignments per second of processor time; the studio runs after every hundred.
  private func rate(_ enter: (Int) async -> Void) async -> Double {
    let start = processTime()
    var count = 0
    while processTime() - start < 1e9 {
      for _ in 0..<100 {
        count += 1
        await enter(count)
      }
      await Task.yield()
    }
    return Double(count) / ((processTime() - start) / 1e9)
  }
}

extension [Double] {
  fileprivate var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
