import Bindings
import ViewModels

/// The implementation of `:inspect`, which shows all information about a view-model, a member or a value.
struct Inspection: SessionTask {
  let session: Session

  private var documentation: Documentation { session.documentation }

  func inspect(_ text: String, at span: Span) throws(Diagnostic) {
    guard !text.isEmpty else {
      throw Diagnostic(
        .unexpected, .sayWhatToInspect, at: span, help: .write(":inspect form.phone"))
    }
    let expression = try Parser.expression(text)
    switch try evaluator.place(of: expression) {
    case .viewModel(let viewModel): inspect(viewModel, text)
    case .member(let viewModel, let member): inspect(member, of: viewModel, text)
    default: inspect(try evaluator.pure(expression), text)
    }
  }

  private func inspect(_ viewModel: any ViewModel, _ path: String) {
    let schema = type(of: viewModel).schema
    let rows = ViewModelSnapshot(viewModel, isWhole: true).rows.map { row in
      let state =
        row.value?.text(in: language) ?? language.text(.state(row.disabledReasons))
      let kind = language.text(.memberKind(of: row.member))
      let purpose = documentation.text(of: row.member, in: schema)
      return (row.member.signature, "\(kind)  \(state.clipped(to: 60))  \(purpose)")
    }
    let watched = watches.all.filter { $0.path == path || $0.path.hasPrefix(path + ".") }.count
    let bound = links.all.filter { $0.paths.contains { $0.hasPrefix(path + ".") } }.count
    emit(
      .page(
        title: Message(verbatim: "\(path): \(schema.typeName) — \(documentation.text(of: schema))"),
        rows: rows + [
          (
            "",
            "\(watched) \(language.text(.watchesOfIt)), \(bound) \(language.text(.bindingsOfIt))"
          )
        ]))
  }

  private func inspect(_ member: Member, of viewModel: any ViewModel, _ path: String) {
    var rows = [
      (language.text(.kind), language.text(.memberKind(of: member))),
      (language.text(.type), member.signature),
    ]
    let purpose = documentation.text(of: member, in: type(of: viewModel).schema)
    if !purpose.isEmpty { rows.append((language.text(.purpose), purpose)) }
    if member.kind != .command {
      rows.append(
        (
          language.text(.value),
          Record.ShownValue(member, in: viewModel).text(in: language).clipped(to: 120)
        ))
    }
    if let node = member.node(in: viewModel) {
      rows.append((language.text(.followsFrom), list(node.dependencies)))
      rows.append((language.text(.followedBy), list(node.dependents)))
      let changes = chronicle.tracer.log.records(of: node).filter(\.hasChanged)
      if let last = changes.last {
        rows.append((language.text(.changes), "\(changes.count) (\(last.id))"))
      }
    }
    emit(.page(title: Message(verbatim: path), rows: rows))
  }

  private func inspect(_ operand: Operand, _ text: String) {
    guard case .value(let value, let type) = operand else { return emit(.output(operand.text)) }
    var lines = ["\(text): \(type)"] + TreeText.lines(value, in: language).prefix(200)
    let names = ValueMembers.names(of: value)
    if !names.isEmpty { lines.append(language.text(.membersOfValue(names))) }
    emit(.output(lines.joined(separator: "\n")))
  }

  private func list(_ nodes: [Node]) -> String {
    let paths = scope.nodePaths
    let own = [scope.changes.node, scope.cuts.node]
    let found = nodes.filter { !own.contains($0) }.map { paths[$0] ?? $0.name }
    return found.isEmpty ? language.text(.nothing) : found.joined(separator: ", ")
  }
}
