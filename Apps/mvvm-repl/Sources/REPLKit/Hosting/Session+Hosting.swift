public import Bindings
public import ViewModels

extension Session {
  /// Gives an object of the host a name: its members, commands and, for a ``KeyedViewModel``,
  /// subscripts can be used at once, with completion, help and checked arguments.
  ///
  /// Describe it with a schema, as any view-model:
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
  /// A value that is to be watched or computed with belongs to the session's graph.
  public func define(_ name: String, _ object: any ViewModel) {
    give(name, .viewModel(object))
    scope.reserve(name)
  }

  /// Gives an observed value of the session's graph a name: it can be read, watched and computed with.
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

  /// A statement to begin with: it makes the first view-model that asks for nothing; `nil` when there is
  /// none, or something was made already.
  public var firstStatement: String? {
    let type = catalog.entries.first { entry in
      entry.parameters.allSatisfy { $0.defaultValue != nil }
    }?.schema.typeName
    guard let type, scope.variables.keys.allSatisfy(scope.hostNames.contains) else { return nil }
    return "let \(freeName(for: type)) = \(type)()"
  }

  /// A statement to go on with behind the first view-model: it watches the first output that is no secret; `nil` when
  /// there is none, or something is watched already.
  public var firstWatch: String? {
    guard watches.all.isEmpty else { return nil }
    let variables = scope.personal.variables.sorted { $0.key < $1.key }
    return variables.lazy.compactMap { name, variable -> String? in
      guard let viewModel = variable.viewModel else { return nil }
      return type(of: viewModel).schema.members.first { $0.kind == .derived && !$0.isSecure }
        .map { "watch \(name).\($0.name)" }
    }.first
  }
}
