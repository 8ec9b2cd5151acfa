import Bindings
import ViewModels

extension ToolCommand {
  static let aboutNames = [
    ToolCommand(
      "types", .start, "the view-models that can be created", "可以创建的视图模型", takes: .nothing
    ) { session, _, _ in session.listTypes() },
    ToolCommand(
      "vars", synonyms: ["variables"], .start, "the names you have given", "你起过的名字",
      takes: .nothing
    ) { session, _, _ in session.listVariables() },
    ToolCommand(
      "results", .start, "the last results by number, for $1, $2 and so on",
      "最近的结果及编号，可写 $1、$2", takes: .nothing
    ) { session, _, _ in session.listResults() },
    ToolCommand(
      "inspect", .start, "everything about a view-model, a member or a value",
      "一个视图模型、成员或值的全部细节", takes: .topic
    ) { session, argument, span in
      try Inspection(session: session).inspect(argument, at: span)
    },
  ]
}

extension Session {
  func listResults() {
    let numbers = max(1, evaluator.results.count - 19)..<(evaluator.results.count + 1)
    let rows = numbers.compactMap { number in
      evaluator.results[number].map { ("$\(number)", scope.masked($0.text).clipped(to: 80)) }
    }
    emit(
      rows.isEmpty
        ? .note(.noResults) : .page(title: .results, rows: rows)
    )
  }

  func listTypes() {
    emit(
      .page(
        title: .viewModels,
        rows: catalog.entries.map {
          ("\($0.schema.typeName)(\($0.neededParameters))", documentation.text(of: $0.schema))
        }))
  }

  func listVariables() {
    guard !scope.variables.isEmpty else {
      return emit(.note(.noNames))
    }
    let rows = scope.variables.sorted { $0.key < $1.key }.map { name, variable in
      switch variable {
      case .viewModel(let viewModel): (name, type(of: viewModel).schema.typeName)
      case .constant(let value, _): (name, "let \(scope.givenAway.masked("\(value)"))")
      case .secret(let value, _): (name, "let \(value.masked)")
      case .variable(let node, _):
        (
          name,
          "var \(node.node.isSecure ? node.value.masked : scope.givenAway.masked("\(node.value)"))"
        )
      case .derived(let node): (name, "{ } \(scope.givenAway.masked("\(scope.current(node))"))")
      }
    }
    emit(.page(title: .names, rows: rows))
  }
}

extension Catalog.Entry {
  /// The parameters of an initializer that requires arguments; empty if all parameters have default values.
  fileprivate var neededParameters: String {
    guard parameters.contains(where: { $0.defaultValue == nil }) else { return "" }
    return parameters.map(\.description).joined(separator: ", ")
  }
}
