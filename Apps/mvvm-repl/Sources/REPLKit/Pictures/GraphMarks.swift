import DisplayWidth

/// The marks that occur in a drawing of a graph, explained in a legend below it.
struct GraphMarks {
  enum Form { case boxes, tree, list }

  private(set) var messages: [Message] = []

  /// Finds the marks in a drawing; lists have no lines, and lines that would take two cells are ASCII.
  init(_ nodes: [DrawnNode], drawnAs form: Form, _ cells: CellWidth) {
    let isASCII = cells.of("─") > 1
    let marks = nodes.compactMap(\.mark)
    func first(_ isMeant: (String) -> Bool) -> String? {
      marks.filter(isMeant).min { $0.count < $1.count }
    }
    if let mark = first({ !$0.contains("=") && !$0.contains("×") }) {
      messages.append(.markOfTurn(mark))
    }
    if let mark = first({ $0.contains("=") && !$0.contains("×") }) {
      messages.append(.markOfEqual(mark))
    }
    if let mark = first({ $0.contains("×") }) { messages.append(.markOfRuns(mark)) }
    guard form != .list else { return }
    if nodes.contains(where: { !$0.mentions.isEmpty }) {
      messages.append(.markOfMention(isASCII ? "." : "┄"))
    }
    let reads = nodes.flatMap { $0.reads + $0.mentions }
    let isToldTwice = Dictionary(grouping: reads) { $0 }.contains { node, all in
      all.count > 1 && !(nodes[node].reads.isEmpty && nodes[node].mentions.isEmpty)
    }
    if form == .tree, isToldTwice { messages.append(.markOfTold(isASCII ? "^" : "↑")) }
  }
}
