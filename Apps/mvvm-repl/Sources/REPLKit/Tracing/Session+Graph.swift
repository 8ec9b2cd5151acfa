import Bindings
import ViewModels

extension Session {
  /// Draws the graph, as in `:graph form.isValid mermaid`.
  func showGraph(_ argument: String, at span: Span) throws(Diagnostic) {
    var format = DiagramFormat.text
    var around: Node?
    for word in argument.split(separator: " ").map(String.init) {
      if let wanted = DiagramFormat(rawValue: word) {
        format = wanted
        continue
      }
      do throws(Diagnostic) {
        guard let place = try place(of: try Parser.expression(word)) else { continue }
        around = node(of: place)
      } catch {
        throw Diagnostic(error.code, error.message, at: span, help: error.help)
      }
      guard around != nil else {
        throw Diagnostic(
          .notAValue, "'\(word)' has no node in the graph", at: span,
          help:
            "Name a member: :graph form.isValid \(DiagramFormat.allCases.map(\.rawValue).joined(separator: "|"))"
        )
      }
    }
    emit(.note(Graph.main.diagram(format, around: around, hiding: [names.node])))
  }

  /// `:report`: what the last batch took that follows from a statement of this session.
  func showReport() {
    let log = SessionTracer.shared.log
    let batch = lastChange.flatMap { log.consequences(of: $0).compactMap(\.batch).max() }
    let report = batch.flatMap { log.report(ofBatch: $0) }
    emit(.note(report?.description ?? "Nothing has changed yet."))
  }

  /// `:log 20`: the last records.
  func showLog(_ argument: String) {
    let records = SessionTracer.shared.log.records.suffix(Int(argument) ?? 20)
    emit(.note(records.map(\.description).joined(separator: "\n")))
  }
}
