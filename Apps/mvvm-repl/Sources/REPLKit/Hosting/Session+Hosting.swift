public import Bindings
public import ViewModels

extension Session {
  /// Defines a name for an object of the host.
  ///
  /// Its members, commands and, for a ``KeyedViewModel``, subscripts are available at once, with completion, help and
  /// checked arguments.
  ///
  /// Describe the object with a schema, like any view-model:
  /// ```swift
  /// final class Network: ViewModel {
  ///   let get = Command<String, DynamicValue> { path in try await fetch(path) }
  ///   static let schema = ViewModelSchema(
  ///     Network.self, "The workshop's API.",
  ///     members: [
  ///       .command("get", { $0.get }, "What the API answers.", parameters: [.init(type: .string)]) {
  ///         arguments throws(ViewModelError) in try arguments.value(0, as: String.self)
  ///       }
  ///     ])
  /// }
  /// session.define("net", session.graph.run { Network() })  // ❯ net.get("/posts") | table
  /// ```
  /// A value that is to be watched or computed with must belong to the session's graph.
  public func define(_ name: String, _ object: any ViewModel) {
    give(name, .viewModel(object))
    scope.reserve(name)
  }

  /// Defines a name for an observable value of the session's graph, which can be read, watched and computed with.
  public func define<Source: ObservableValue>(_ name: String, _ value: Source)
  where Source.Value: Encodable & Sendable {
    let node = Computed<Variable.Derived>(label: name, graph: graph) {
      do throws(ViewModelError) { return .value(try DynamicValue(encoding: value.value)) } catch {
        return .failure(Diagnostic(.notAValue, Message(error), at: nil))
      }
    }
    give(name, .derived(node))
    scope.reserve(name)
  }

  /// A suggestion for the first statement, which creates the first view-model that needs no arguments.
  ///
  /// The suggestion is `nil` if there is no such view-model, or if the person has defined a name.
  public var firstStatement: String? {
    let type = catalog.entries.first { entry in
      entry.parameters.allSatisfy { $0.defaultValue != nil }
    }?.schema.typeName
    guard let type, scope.variables.keys.allSatisfy(scope.hostNames.contains) else { return nil }
    return "let \(freeName(for: type)) = \(type)()"
  }

  /// A suggestion for the statement after the first view-model: it watches an output that is not secure.
  ///
  /// The output is the first text or number, which shows more of the changes than others, or else the first. The
  /// suggestion is `nil` if there is no such output, or if something is watched already.
  public var firstWatch: String? {
    guard watches.all.isEmpty else { return nil }
    let variables = scope.personal.variables.sorted { $0.key < $1.key }
    return variables.lazy.compactMap { name, variable -> String? in
      guard let viewModel = variable.viewModel else { return nil }
      let outputs = type(of: viewModel).schema.members.filter {
        $0.kind == .derived && !$0.isSecure
      }
      let output =
        outputs.first { [.string, .int, .double].contains($0.type) } ?? outputs.first
      return output.map { "watch \(name).\($0.name)" }
    }.first
  }
}
