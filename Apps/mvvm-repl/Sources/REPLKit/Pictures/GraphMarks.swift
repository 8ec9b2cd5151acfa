import DisplayWidth

/// The marks that occur in a drawing of a graph, which a line below it explains.
struct GraphMarks {
  /// How a graph is drawn.
  enum Form { case boxes, tree, list }

  /// What each of them means.
  private(set) var messages: [Message] = []

  /// Finds the marks in what is drawn: in a list there are no lines, and where lines take two cells they are ASCII.
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
