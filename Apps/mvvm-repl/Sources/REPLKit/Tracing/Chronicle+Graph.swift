import Bindings
import ViewModels

extension ToolCommand {
  static let aboutGraph = [
    ToolCommand(
      "graph", .why,
      "the dependency graph, drawn: :graph form, :graph form.output tree|text|dot|mermaid|svg, or svg graph.svg",
      "画出依赖图：:graph form、:graph form.output tree|text|dot|mermaid|svg，或 svg graph.svg",
      takes: .topic
    ) { session, argument, span in
      let request = try session.chronicle.graphRequest(argument, at: span)
      let record = session.chronicle.drawing(request)
      guard let file = request.file, case .output(let text) = record else {
        return session.emit(record)
      }
      try session.output.keep(text, in: file.unquoted, isForced: request.isForced, at: span) {
        ":graph! \(argument.dropLast(file.count))\($0)"
      }
    },
    ToolCommand(
      "marbles", .watch,
      "what happened, along the time: :marbles form.phone form.signIn every 100ms; clear",
      "沿时间画出发生的事：:marbles form.phone form.signIn every 100ms；clear 重新开始",
      takes: .paths(["clear"])
    ) { session, argument, span in try session.chronicle.showMarbles(argument, at: span) },
    ToolCommand(
      "report", .why, "what the last change took: recomputes, double work",
      "上一次改变的代价：重算次数、重复计算", takes: .nothing
    ) { session, _, _ in session.chronicle.showReport() },
    ToolCommand(
      "log", .why, "the last records of the graph; :log 50 for more", "图的最近记录；:log 50 看更多"
    ) { session, argument, span in try session.chronicle.showLog(argument, at: span) },
  ]
}

extension Chronicle {
  /// Reads what follows `:graph`: paths of members or view-models, a form, and for SVG a file.
  func graphRequest(_ argument: String, at span: Span) throws(Diagnostic) -> GraphRequest {
    let (isForced, words) = argument.isForced
    var request = GraphRequest(isForced: isForced)
    for word in words.split(separator: " ").map(String.init) {
      if let form = GraphRequest.Form(rawValue: word) {
        request.form = form
      } else if request.form == .svg {
        request.file = word
      } else if let place = try evaluator.place(of: try Parser.expression(word)) {
        let nodes = nodes(of: place)
        guard !nodes.isEmpty else {
          throw Diagnostic(
            .notAValue, .hasNoNode(word), at: span,
            help: .nameMemberOfGraph(GraphRequest.Form.list))
        }
        request.around += nodes
      }
    }
    return request
  }

  /// The nodes of what a path names: of a view-model those of its members.
  private func nodes(of place: Place) -> [Node] {
    switch place {
    case .viewModel(let viewModel):
      type(of: viewModel).schema.members.compactMap { $0.node(in: viewModel) }
    default: place.node.map { [$0] } ?? []
    }
  }

  /// The graph in the form that was asked for.
  func drawing(_ request: GraphRequest) -> Record {
    let statements = statementsByNode
    let diagram = scope.graph.diagram(
      around: request.around.isEmpty ? nil : request.around, hiding: ownNodes,
      naming: scope.naming, origin: { statements[$0] ?? Self.foreignSource(of: $0) })
    let graph = DrawnGraph(diagram, named: namedNodes, isTree: request.form == .tree)
    return switch request.form {
    case .boxes, .tree: .graph(graph)
    case .text: .output(diagram.description)
    case .dot: .output(diagram.dot)
    case .mermaid: .output(diagram.mermaid)
    case .svg: .output(GraphPicture(graph.nodes, widestText: 60).svg)
    }
  }

  /// The numbers of the nodes that have a name at the prompt.
  private var namedNodes: Set<UInt32> { Set(scope.nodePaths.keys.map(\.id)) }

  /// The statements that made the nodes of variables and derived values.
  private var statementsByNode: [Node: String] {
    var statements: [Node: String] = [:]
    for (name, variable) in scope.variables {
      guard let node = variable.node, let statement = scope.declarations[name] else { continue }
      statements[node] = statement
    }
    return statements
  }

  /// Where in the host's code a node was made; what the session makes, as a watch, has no such place.
  private static func foreignSource(of node: Node) -> String? {
    node.source.flatMap { $0.hasPrefix(module) ? nil : $0 }
  }

  private static let module = #fileID.prefix { $0 != "/" } + "/"

  /// `:report`: what the last batch with a change took that follows from a statement of this session.
  func showReport() {
    guard lastChange != nil else { return emit(.note(.nothingChangedYet)) }
    guard let report = lastReport else { return emit(.note(.changeOlderThanLog)) }
    for line in Message.lines(of: report) { emit(.note(line)) }
    let changed = Set(report.records.compactMap(\.node))
    let diagram = scope.graph.diagram(
      around: Array(changed),
      hiding: ownNodes.union(scope.graph.nodes.filter { !changed.contains($0) }),
      naming: scope.naming)
    let graph = DrawnGraph(diagram, named: namedNodes, marks: report.turns)
    if graph.nodes.count > 1 { emit(.graph(graph)) }
  }

  /// `:log 20`: the last records.
  func showLog(_ argument: String, at span: Span) throws(Diagnostic) {
    guard let count = argument.isEmpty ? 20 : Int(argument), count >= 0 else {
      throw Diagnostic(
        .arguments, .noNumberOfRecords(argument.clipped(to: 40)), at: span, help: .write(":log 50"))
    }
    let records = tracer.log.records.suffix(count)
    emit(.output(records.map(\.description).joined(separator: "\n")))
  }
}
