import Foundation
import REPLKit
import ViewModels

/// The time to draw a graph of 300 nodes as boxes.
@MainActor
struct PictureMeasurement {
  let isQuick: Bool

  /// Returns the rows of the picture and its milliseconds; nil if no graph was drawn.
  func run() async -> (rows: Int, time: Double)? {
    var drawn: Record?
    let session = Session(catalog: Catalog()) { record in
      if case .graph = record { drawn = record }
    }
    // Each value depends on two earlier ones, some of them far away.
    var lines = (0..<60).map { "var n\($0) = \($0)" }
    lines += (60..<300).map { "let n\($0) = { n\($0 - 7 - $0 % 50) + n\($0 * 5 % ($0 - 59)) }" }
    await session.run(SourceText((lines + [":graph"]).joined(separator: "\n")))
    guard let drawn else { return nil }
    var renderer = TextRenderer(style: .plain)
    renderer.columns = 100_000
    let rounds = isQuick ? 10 : 100
    let rows = renderer.text(drawn).split(separator: "\n").count
    let start = ContinuousClock.now
    for _ in 0..<rounds { _ = renderer.text(drawn) }
    let time = (ContinuousClock.now - start) / .milliseconds(1) / Double(rounds)
    return (rows, time)
  }
}
