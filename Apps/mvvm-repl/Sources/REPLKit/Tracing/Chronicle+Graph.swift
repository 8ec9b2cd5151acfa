import Bindings
import ViewModels

extension ToolCommand {
  static let aboutGraph = [
    ToolCommand(
      "graph", .why,
      """
      the dependency graph, drawn: :graph form, :graph form.output tree|text|dot|mermaid|svg, svg graph.svg; \
      :graph live form keeps it up to date, live off ends that
      """,
      """
      画出依赖图：:graph form、:graph form.output tree|text|dot|mermaid|svg，或 svg graph.svg；\
      :graph live form 随每次改变更新，live off 结束
      """,
      takes: .paths(GraphRequest.Form.allCases.map(\.rawValue) + ["live"])
    ) { session, argument, span in
      if try session.chronicle.drawLive(argument, at: span) { return }
      let request = try session.chronicle.graphRequest(argument, at: span)
      // A value that nobody has read yet is not computed, and could not be shown.
      session.chronicle.refresh(around: request.around, of: request)
      let record = session.chronicle.drawing(request)
      if case .graph(let graph) = record, graph.nodes.isEmpty {
        return session.emit(.note(.nothingToDraw))
      }
      guard let file = request.file, case .output(let text) = record else {
        return session.emit(record)
      }
      try session.output.keep(text, in: file.unquoted, isForced: request.isForced, at: span) {
        ":graph! \(argument.dropLast(file.count))\($0)"
      }
    }
    // A graph as SVG is not recorded, because it can go to a file.
    .recorded { argument in
      !argument.split(separator: " ").contains { GraphRequest.Form(typed: String($0)) == .svg }
    }.explaining(Message.marksOfGraph),
    ToolCommand(
      "marbles", .watch,
      "what happened, over time: :marbles form.phone form.signIn every 100ms; clear",
      "沿时间画出发生的事：:marbles form.phone form.signIn every 100ms；clear 重新开始",
      takes: .paths(["clear"])
    ) { session, argument, span in try session.chronicle.showMarbles(argument, at: span) }
    .explaining(Message.marksOfMarbles),
    ToolCommand(
      "report", .why,
      "what a change cost: order, double work, times of commands; :report #3, :report form.signIn",
      "一次改变的代价：顺序、重复计算、命令用时；:report #3、:report form.signIn", takes: .paths([])
    ) { session, argument, span in try session.chronicle.showReport(argument, at: span) }
    .explaining(Message.marksOfReport),
    ToolCommand(
      "heat", .why, "which nodes ran most: :heat form 5; :heat clear starts again",
      "哪些节点运行最多：:heat form 5；:heat clear 重新开始", takes: .paths(["clear"])
    ) { session, argument, span in try session.chronicle.showHeat(argument, at: span) }
    .explaining(Message.marksOfHeat),
    ToolCommand(
      "log", .why,
      "the last records of the graph; :log 50 for more, :log warning for what went wrong",
      "依赖图的最近记录；:log 50 看更多，:log warning 只看出错的",
      takes: .text(LogLevel.allCases.map(\.rawValue))
    ) { session, argument, span in try session.chronicle.showLog(argument, at: span) },
  ]
}

extension Chronicle {
  /// Parses the arguments of `:graph`: paths of members or view-models, a form, and for SVG a file.
  func graphRequest(_ argument: String, at span: Span) throws(Diagnostic) -> GraphRequest {
    let (isForced, words) = argument.isForced
    var request = GraphRequest(isForced: isForced)
    for word in words.split(separator: " ").map(String.init) {
      if let form = GraphRequest.Form(typed: word) {
        request.form = form
      } else if request.form == .svg {
        request.file = word
      } else if let place = try evaluator.place(of: try Parser.expression(word)) {
        request.paths.append(word)
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

  func drawing(_ request: GraphRequest) -> Record {
    switch request.form {
    case .boxes, .tree: return .graph(drawn(request.around, of: request))
    case .svg:
      return .output(
        GraphPicture(drawn(request.around, of: request).nodes, widestText: 60, columns: 140)
          .svg(in: voice.language))
    case .text, .dot, .mermaid: break
    }
    let statements = statementsByNode
    let diagram = scope.graph.diagram(
      around: request.around.isEmpty ? nil : request.around, hiding: ownNodes,
      naming: scope.naming, showing: scope.showing,
      origin: { statements[$0] ?? Self.foreignSource(of: $0) })
    switch request.form {
    case .dot: return .output(diagram.dot)
    case .mermaid: return .output(diagram.mermaid)
    default: return .listing(diagram.lines)
    }
  }

  /// Returns the drawing of the graph around nodes, with the dependencies that the bodies of members mention.
  func drawn(_ nodes: [Node], of request: GraphRequest, turns: Turns? = nil) -> DrawnGraph {
    let isAll = request.paths.isEmpty
    let diagram = diagram(around: isAll ? nil : nodes)
    return DrawnGraph(
      diagram, named: isAll ? namedNodes.subtracting(idleNodesOfHost(in: diagram)) : namedNodes,
      mentions: mentions, turns: turns, isTree: request.form == .tree)
  }

  /// The IDs of the host's nodes that nothing else reads; a drawing of all nodes leaves them out, to show a person's
  /// own.
  private func idleNodesOfHost(in diagram: Diagram) -> Set<UInt32> {
    let own = Set(
      scope.nodePaths.filter { _, path in
        scope.hostNames.contains { path == $0 || path.hasPrefix("\($0).") }
      }.keys.map(\.id))
    let named = namedNodes
    let shown = diagram.nodes.indices.filter { number in
      let id = diagram.nodes[number].id
      return diagram.nodes[number].kind == .observer
        || named.contains(id) && !own.contains(id)
    }
    let seen = shown.reaching { diagram.nodes[$0].reads }
    return own.subtracting(seen.map { diagram.nodes[$0].id })
  }

  /// Returns a diagram around nodes, with the nodes that their bodies mention and their dependencies; nil for all
  /// nodes.
  ///
  /// - Complexity: O(*n* log *n*) in the nodes.
  func diagram(around nodes: [Node]?) -> Diagram {
    let (naming, showing) = (scope.naming, scope.showing)
    func diagram(around nodes: [Node]?, hiding hidden: Set<Node>) -> Diagram {
      scope.graph.diagram(
        around: nodes, hiding: ownNodes.union(hidden), naming: naming, showing: showing,
        origin: { _ in nil })
    }
    let near = diagram(around: nodes, hiding: [])
    let (all, mentions) = (scope.graph.nodes, mentions)
    let known = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
    var shown = Set(near.nodes.map(\.id))
    var open = shown.flatMap { mentions[$0] ?? [] }
    guard nodes != nil, !shown.isSuperset(of: open) else { return near }
    while let next = open.popLast() {
      guard shown.insert(next).inserted else { continue }
      open += mentions[next] ?? []
      open += known[next]?.dependencies.map(\.id) ?? []
    }
    return diagram(around: nil, hiding: Set(all.filter { !shown.contains($0.id) }))
  }

  /// The IDs of the nodes that have a name at the prompt.
  var namedNodes: Set<UInt32> { Set(scope.nodePaths.keys.map(\.id)) }

  /// The IDs of the nodes that the schema of a derived member mentions, by the ID of the member's node.
  var mentions: [UInt32: Set<UInt32>] {
    var mentions: [UInt32: Set<UInt32>] = [:]
    for step in untracked({ scope.reach() }).steps {
      let schema = type(of: step.viewModel).schema
      for member in schema.members where !member.mentions.isEmpty {
        guard let node = member.node(in: step.viewModel) else { continue }
        mentions[node.id] = Set(
          member.mentions.compactMap { schema[$0]?.node(in: step.viewModel)?.id })
      }
    }
    return mentions
  }

  /// The statements that created the nodes of variables and derived values.
  private var statementsByNode: [Node: String] {
    var statements: [Node: String] = [:]
    for (name, variable) in scope.variables {
      guard let node = variable.node, let statement = scope.declarations[name] else { continue }
      statements[node] = statement
    }
    return statements
  }

  /// Returns the place in the host's code that created a node; nil for a node of the session itself, such as a watch.
  static func foreignSource(of node: Node) -> String? {
    node.source.flatMap { $0.hasPrefix(module) ? nil : $0 }
  }

  private static let module = #fileID.prefix { $0 != "/" } + "/"
}
