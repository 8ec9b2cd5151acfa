import Bindings

/// A live graph, which is redrawn after each change, with marks on the nodes that have just run.
///
/// The session emits it at the end of each statement that changed it; a host that can repaint rows also paints it in
/// between. Like a watch, it reads the values that it shows, so that values without other readers are computed, too.
@MainActor
final class LiveGraph {
  /// The typed paths, and the form: boxes or a tree.
  let request: GraphRequest
  private unowned let chronicle: Chronicle
  private var nodes: [Node] = []
  /// The position of each node in its layer of the last drawing, by node ID.
  private var places: [UInt32: Int] = [:]
  private var last: DrawnGraph?
  /// The last emitted graph since the marks were reset.
  private var told: DrawnGraph?
  /// The statement whose consequences are marked; nil for changes without a statement.
  private var root: TraceRecord.ID?
  /// Whether a node has run that no emitted graph shows yet.
  private var isChanged = false
  private var isInStatement = false
  private var isDrawing = false
  private var painting: Task<Void, Never>?

  static let mostRows = 16

  init(_ request: GraphRequest, of chronicle: Chronicle) {
    self.request = request
    self.chronicle = chronicle
    isInStatement = true
    root = chronicle.currentMark
    chronicle.writes.turns = Turns()
    chronicle.writes.onTurn = { [weak self] in self?.note($0) }
  }

  /// Begins a statement, and resets the counts of runs.
  func begin() {
    isInStatement = true
    countAnew(for: chronicle.currentMark)
  }

  private func countAnew(for root: TraceRecord.ID?) {
    self.root = root
    told = nil
    chronicle.writes.turns = Turns()
  }

  /// Ends a statement, or the time between two statements, and emits the graph if it has changed.
  func end() {
    painting?.cancel()
    painting = nil
    if let graph = draw(), graph.nodes != told?.nodes {
      told = graph
      chronicle.emit(.liveGraph(graph))
    }
    isChanged = false
    isInStatement = false
    // Later consequences of a statement still count for it; the counts of changes without a statement end here.
    if root == nil { countAnew(for: nil) }
  }

  /// Stops counting runs.
  func close() {
    painting?.cancel()
    chronicle.writes.turns = nil
    chronicle.writes.onTurn = nil
  }

  /// Records that a node has run; a host that can repaint does so after the current work.
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
      // The nodes may be equal, because marks stay during a statement, and a node outside the drawing may have run.
      if graph.nodes != before?.nodes { paint(graph) }
      // The end of the statement still has to emit all of its changes.
      if isInStatement {
        isChanged = true
      } else if root == nil {
        countAnew(for: nil)
      }
    }
  }

  /// Returns the current graph; nil when nothing in it has changed.
  private func draw() -> DrawnGraph? {
    let named = chronicle.nodes(of: request)
    guard isChanged || last == nil || named != nodes else { return nil }
    (isDrawing, isChanged) = (true, false)
    defer { isDrawing = false }
    nodes = named
    chronicle.refresh(around: nodes, of: request)
    // The values that the first drawing computes have not changed.
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
  /// The position of each node in its layer, by node ID.
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
  /// Handles `:graph live form` and `:graph live off`; returns false for other arguments.
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

  /// Ends the live graph if none of its paths leads to a node any more.
  func endLiveGraphOfNothing() {
    guard let request = live?.request, !request.paths.isEmpty, nodes(of: request).isEmpty else {
      return
    }
    emit(.note(.liveGraphEnded))
    endLive()
  }

  func endLive() {
    guard let live else { return }
    live.close()
    self.live = nil
    evaluator.host.onLiveGraph?(nil)
  }

  /// Returns the current nodes at the paths of a request; a path that leads to no node is skipped.
  fileprivate func nodes(of request: GraphRequest) -> [Node] {
    request.paths.flatMap { path -> [Node] in
      guard let expression = try? Parser.expression(path),
        let place = try? untracked({ try evaluator.place(of: expression) })
      else { return [] }
      return nodes(of: place)
    }
  }

  /// Evaluates the values in a drawing that are out of date.
  func refresh(around nodes: [Node], of request: GraphRequest) {
    let shown = Set(diagram(around: request.paths.isEmpty ? nil : nodes).nodes.map(\.id))
    for node in scope.graph.nodes where node.kind == .computed && shown.contains(node.id) {
      node.refresh()
    }
  }
}
