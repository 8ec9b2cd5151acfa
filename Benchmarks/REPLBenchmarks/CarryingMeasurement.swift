import Foundation
import REPLKit
import ViewModels

/// The time to continue a session in another one, and its growth with the number of values.
@MainActor
struct CarryingMeasurement {
  let isQuick: Bool

  /// Returns the milliseconds for a number of named view-models.
  private func time(for count: Int) async throws -> Double {
    var catalog = Catalog()
    catalog.add(Counter.self)
    let before = Session(catalog: catalog) { _ in }
    let names = (0..<count).map { "let c\($0) = Counter(); c\($0).count = \($0)" }
    await before.run(SourceText(names.joined(separator: "\n")))
    var best = Double.infinity
    for _ in 0..<(isQuick ? 2 : 5) {
      let after = Session(catalog: catalog) { _ in }
      let start = ContinuousClock.now
      let data = try JSONEncoder().encode(before.carried())
      _ = await after.take(try JSONDecoder().decode(CarriedSession.self, from: data))
      best = min(best, (ContinuousClock.now - start) / .milliseconds(1))
      await after.close()
    }
    await before.close()
    return best
  }

  func run(into table: Table) async throws {
    let (few, many) = (isQuick ? 30 : 100, isQuick ? 300 : 1_000)
    let (less, more) = (try await time(for: few), try await time(for: many))
    table.add("\(many) view-models carried over", more, "ms")
    table.add("growth from \(few) to \(many)", more / less, "fold", goal: .atMost(11))
  }
}
