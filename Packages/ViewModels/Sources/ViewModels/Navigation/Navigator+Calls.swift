public import Bindings

extension Navigator {
  /// Opens each route that a signal sends, until the subscription or the navigator ends.
  ///
  /// ```swift
  /// let routes = login.signInCommand.results.map { user -> Route in user.isNew ? "/welcome" : "/home" }
  /// navigator.follow(routes) { prompts.toast(failure: $0) }
  /// ```
  /// So a command can decide where to go, and under which condition, without knowing the navigator. `refused` is called
  /// with the error for a route that cannot be opened.
  @discardableResult
  public func follow(
    _ routes: Signal<Route>, refused: @escaping @MainActor (ViewModelError) -> Void
  ) -> Subscription {
    let subscription = routes.observe { [weak self] route in
      guard let self else { return }
      do throws(ViewModelError) { try open("\(route)") } catch { refused(error) }
    }
    keep(subscription)
    return subscription
  }

  /// Starts a command of the first matching screen: in the presented stacks, the selected tab, then the other tabs.
  ///
  /// The `parameters` are those that the route of the screen must have, and the arguments.
  func start(
    _ name: String, at place: Router.Place, _ parameters: [String: String]
  ) throws(ViewModelError) -> any CommandExecution {
    let ways = place.pattern.parameters
    let wanted = parameters.filter { ways.contains($0.key) }
    let stacks = tree.presentations.reversed() + [tree.selected].compactMap(\.self) + tree.tabs
    let screen = stacks.lazy.flatMap { $0.screens.reversed() }
      .first { router.has($0, at: place, wanted) }
    guard let screen else {
      throw ViewModelError(
        .notInStack, "No \(place.title) with these parameters is there. Go to one first.")
    }
    let schema = type(of: screen.model).schema
    guard let member = schema[name], let command = member.command(in: screen.model) else {
      throw ViewModelError(
        .unknownRoute,
        "\(schema.typeName) has no command '\(name)', though the router allows it for \(place.title)."
      )
    }
    // URLs are stored in many places: in histories, in logs and by their senders.
    if member.isSecure {
      throw ViewModelError(
        .unknownRoute,
        "\(name) of \(place.title) is secure, so no URL runs it. Execute it yourself.")
    }
    // A parameter of the route selects the screen; the command also gets it if it has a parameter of that name.
    let names = Set(member.parameters.compactMap(\.name))
    // `animated` is a word to the view, unless the command has such a parameter.
    let arguments = parameters.filter {
      names.contains($0.key) || !ways.contains($0.key) && $0.key != "animated"
    }
    return try command.execute(try member.inputs(arguments, of: place))
  }
}

extension Member {
  /// Returns the inputs of a command from texts, which are identified by the names of its parameters.
  @MainActor
  fileprivate func inputs(
    _ texts: [String: String], of place: Router.Place
  ) throws(ViewModelError) -> InputValues {
    let title = "\(place.title)/\(name)"
    var rest = texts
    var values: [(text: String, value: any Sendable)?] = []
    for parameter in parameters {
      let name = parameter.name ?? ""
      guard let text = rest.removeValue(forKey: name) else {
        if parameter.defaultValue == nil { throw .missing(name, of: title) }
        values.append(nil)
        continue
      }
      guard let value = parameter.type.value(of: text) else {
        throw ViewModelError(
          .badParameter, "'\(name)' of \(self.name) is no \(parameter.type).")
      }
      values.append((text, value))
    }
    guard rest.isEmpty else {
      // The names of the rest may be secret, too: a text without `=` is a name.
      let ways = place.pattern.parameters
      let known = ways.sorted() + parameters.compactMap(\.name).filter { !ways.contains($0) }
      let list = known.map { "'\($0)'" }.joined(separator: ", ")
      throw ViewModelError(
        .badParameter,
        "\(title) takes \(known.isEmpty ? "nothing" : "only \(list)"). Leave the rest out.")
    }
    return InputValues(missing: { .missing("\($0)", of: title) }) { [values] index, type in
      guard let (text, value) = values[index] else { return nil }
      if let named = NamedCases.value(text, of: type) { return named }
      // A schema that was written by hand may name another type than the one that it reads, such as `Int64`.
      guard let type = type as? any LosslessStringConvertible.Type else { return value }
      return type.init(text) as Any? ?? value
    }
  }
}

extension ValueType {
  /// Converts a text of a URL to a value of this type; `nil` if that is not possible.
  fileprivate func value(of text: String) -> (any Sendable)? {
    switch self {
    case .string: text
    case .choice(_, let cases): cases.first { $0 == text }.map { $0 }
    case .int: Int(text).map { $0 }
    case .double: Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .bool: Bool(text).map { $0 }
    case .optional(let wrapped): wrapped.value(of: text)
    case .void, .any, .array, .dictionary, .named: nil
    }
  }
}

extension CommandExecution {
  /// Waits for the end; returns the output, or throws the reason why there is none.
  func output() async throws -> Output {
    switch await result {
    case .success(let output): return output
    case .failure(let error): throw error
    case .cancelled: throw CancellationError()
    case .rejected(let rejection): throw rejection
    }
  }
}
