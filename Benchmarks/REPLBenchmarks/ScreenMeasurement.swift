import Bindings
import Foundation
import Measuring
import REPLKit
import ViewModels

/// The processor time of a repaint while a list of 10 000 rows is scrolled on a screen.
@MainActor
struct ScreenMeasurement {
  let isQuick: Bool

  /// Returns the milliseconds of processor time per batch, from the change of the list to the lines of the screen;
  /// `nil` if the screen was not repainted for each batch.
  func run() async -> Double? {
    let graph = Graph()
    let list = graph.run { ListViewModel() }
    var catalog = Catalog()
    catalog.add(ListViewModel.self) { list }
    let session = Session(catalog: catalog, graph: graph) { _ in }
    for word in session.screenWords { session.add(word) }
    let renderer = ScreenRenderer(style: .dark, columns: 80, rows: 24)
    var repaints = 0
    var walk = ScreenWalk()
    session.host.screens.onChange = { picture in
      guard let picture else { return }
      repaints += 1
      _ = walk.press(.down, on: picture)
      blackHole(renderer.lines(picture, walk))
    }
    graph.run {
      try? list.append(
        (0..<10_000).map { TextCell("Row \($0)", detail: "detail", layout: .detail) })
    }
    await session.run(SourceText("let list = ListViewModel(); :screen list"))
    // The batches of ten seconds at thirty a second, without pauses: each scrolls to another page and changes a row.
    let batches = isQuick ? 30 : 300
    repaints = 0
    let start = processTime()
    for number in 0..<batches {
      let row = number * 7_919 % 10_000
      graph.run {
        batch {
          try? list.scroll(to: ListPath(section: 0, row: row))
          (list.cell(at: ListPath(section: 0, row: row)) as? TextCell)?.detail = "seen \(number)"
        }
      }
    }
    let time = (processTime() - start) / 1e6 / Double(batches)
    await session.run(SourceText(":screen off"))
    return repaints >= batches ? time : nil
  }
}
