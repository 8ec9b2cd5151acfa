import Bindings

/// A graph that is drawn anew after each change, with marks on what has just run.
///
/// It is told of at the end of each statement that changed something in it; where a host paints rows anew, also in
/// between. Like a watch it asks for the values that it shows, so that what nobody else reads is computed, too.
@MainActor
final class LiveGraph {
  /// What is drawn: the paths that were typed, and as boxes or as a tree.
  let request: GraphRequest
  private unowned let chronicle: Chronicle
  private var nodes: [Node] = []
  /// The place of each node in the last drawing, by its number.
  private var places: [UInt32: Int] = [:]
  private var last: DrawnGraph?
  /// What was told of since the marks began anew.
  private var told: DrawnGraph?
  /// The statement whose consequences are marked; nil for what follows from none.
  private var root: TraceRecord.ID?
  /// Whether something has run of which no record has told yet.
  private var isChanged = false
  private var isInStatement = false
  private var isDrawing = false
  private var painting: Task<Void, Never>?

  /// How many rows a drawing takes at most.
  static let mostRows = 16

  init(_ request: GraphRequest, of chronicle: Chronicle) {
    self.request = request
    self.chronicle = chronicle
    isInStatement = true
    root = chronicle.currentMark
    chronicle.writes.turns = Turns()
    chronicle.writes.onTurn = { [weak self] in self?.note($0) }
  }

  /// Begins a statement: what runs from now on is counted anew.
  func begin() {
    isInStatement = true
    countAnew(for: chronicle.currentMark)
  }

  private func countAnew(for root: TraceRecord.ID?) {
    self.root = root
    told = nil
    chronicle.writes.turns = Turns()
  }

  /// Ends a statement, or the time between two: tells of what has changed.
  func end() {
    painting?.cancel()
    painting = nil
    if let graph = draw(), graph.nodes != told?.nodes {
      told = graph
      chronicle.emit(.liveGraph(graph))
    }
    isChanged = false
    isInStatement = false
    // What follows from the statement later on belongs to it; what follows from none does not go on.
    if root == nil { countAnew(for: nil) }
  }

  /// Counts nothing any more.
  func close() {
    painting?.cancel()
    chronicle.writes.turns = nil
    chronicle.writes.onTurn = nil
  }

  /// Takes note that something has run; a host that can paints it once what runs now is over.
  private func note(_ record: TraceRecord) {
    guard !isDrawing else { return }
    if !isInStatement {
      let cause = chronicle.tracer.log.chain(of: record.id).last { $0.kind == .mark }?.id
      if cause != root { countAnew(for: cause) }
    }
    isChanged = true
    guard painting == nil, let paint = chronicle.evaluator.host.onLiveGraph else { return }
    painting = Task { [weak self] in
      guard !Task.isCancelled, let self else { return }
      painting = nil
      let before = last
      guard let graph = draw() else { return }
      // In a statement the marks go on, and what is not drawn may have run since.
      if graph.nodes != before?.nodes { paint(graph) }
      // The end of a statement tells of all that it has changed.
      if isInStatement {
        isChanged = true
      } else if root == nil {
        countAnew(for: nil)
      }
    }
  }

  /// The graph now; nil when nothing has changed in it.
  private func draw() -> DrawnGraph? {
    let named = chronicle.nodes(of: request)
    guard isChanged || last == nil || named != nodes else { return nil }
    (isDrawing, isChanged) = (true, false)
    defer { isDrawing = false }
    nodes = named
    chronicle.refresh(around: nodes, of: request)
    // What the first look asks for has not changed.
    if last == nil { countAnew(for: root) }
    var graph = chronicle.drawn(nodes, of: request, turns: chronicle.writes.turns)
    graph.mostRows = Self.mostRows
    let isMarked = graph.nodes.contains { $0.mark != nil }
    guard isMarked || graph.nodes.map(\.unmarked) != last?.nodes.map(\.unmarked) else {
      return nil
    }
    graph.places = graph.ids.map { places[$0] }
    places = graph.order
    last = graph
    return graph
  }
}

extension DrawnNode {
  fileprivate var unmarked: DrawnNode {
    var node = self
    node.mark = nil
    return node
  }
}

extension DrawnGraph {
  /// The place in its layer of each node, by its number.
  fileprivate var order: [UInt32: Int] {
    let order = LayerOrder(count: nodes.count, edges: nodes.edges, familiar: places)
    var numbers: [UInt32: Int] = [:]
    for layer in order.layers {
      for (place, item) in layer.enumerated() where item < nodes.count {
        numbers[ids[item]] = place
      }
    }
    return numbers
  }
}

extension Chronicle {
  /// `:graph live form`, `:graph live off`; false when it is not about that.
  func drawLive(_ argument: String, at span: Span) throws(Diagnostic) -> Bool {
    let words = argument.split(separator: " ").map(String.init)
    let isOff = words == ["off"] && scope["off"] == nil || words == ["live", "off"]
    let isLive = words.first == "live" && (words.count > 1 || scope["live"] == nil)
    guard isOff || isLive else { return false }
    guard !isOff else {
      emit(.note(live == nil ? .noLiveGraph : .liveGraphEnded))
      endLive()
      return true
    }
    let request = try graphRequest(words.dropFirst().joined(separator: " "), at: span)
    guard [.boxes, .tree].contains(request.form) else {
      throw Diagnostic(
        .arguments, .liveGraphIsText(request.form.rawValue), at: span,
        help: .write(":graph live form"))
    }
    endLive()
    live = LiveGraph(request, of: self)
    return true
  }

  /// Ends the graph that is kept up to date if none of its paths stands for something any more.
  func endLiveGraphOfNothing() {
    guard let request = live?.request, !request.paths.isEmpty, nodes(of: request).isEmpty else {
      return
    }
    emit(.note(.liveGraphEnded))
    endLive()
  }

  /// Ends the graph that is kept up to date.
  func endLive() {
    guard let live else { return }
    live.close()
    self.live = nil
    evaluator.host.onLiveGraph?(nil)
  }

  /// The nodes that the paths of a request stand for now; a path that stands for nothing is passed over.
  fileprivate func nodes(of request: GraphRequest) -> [Node] {
    request.paths.flatMap { path -> [Node] in
      guard let expression = try? Parser.expression(path),
        let place = try? untracked({ try evaluator.place(of: expression) })
      else { return [] }
      return nodes(of: place)
    }
  }

  /// Brings the values up to date that a drawing shows.
  func refresh(around nodes: [Node], of request: GraphRequest) {
    let shown = Set(diagram(around: request.paths.isEmpty ? nil : nodes).nodes.map(\.id))
    for node in scope.graph.nodes where node.kind == .computed && shown.contains(node.id) {
      node.refresh()
    }
  }
}
