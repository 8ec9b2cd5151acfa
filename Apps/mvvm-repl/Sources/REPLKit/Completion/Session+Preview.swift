import Bindings
import ViewModels

/// Documentation and previews that an editor shows below the typed line; none of them changes the session.
extension Session {
  /// Returns the help on the name at the cursor, a UTF-8 offset into `text`; nil if there is no name.
  public func documentation(at cursor: Int, in text: String) -> Record? {
    guard let topic = Completer.topic(at: cursor, in: text, symbols: symbols) else { return nil }
    do {
      return try untracked { () throws(Diagnostic) in
        try page(of: topic, at: Span(0, topic.utf8.count))
      }
    } catch {
      return .diagnostic(error, in: SourceText(topic))
    }
  }

  /// Returns the current value of the expression in `text`.
  ///
  /// For a declaration or an assignment this is the new value, for a verb the value of its operand.
  ///
  /// A preview never executes commands, decodes documents or creates view-models. For such a text it returns a
  /// diagnostic that says so. Secure values are returned as ``Record/secret``. The result has no number.
  public func preview(_ text: String) async -> Record {
    do throws(Diagnostic) {
      guard let expression = try Parser.parse(text).last?.kind.previewed else {
        throw Diagnostic(
          .notAValue, .noExpressionToEvaluate, at: nil, help: .onlyExpressionsInPlace)
      }
      try await graph.run { () async throws(Diagnostic) in
        try await evaluator.loadElements(of: expression)
      }
      return try untracked { () throws(Diagnostic) in
        if let place = try? evaluator.place(of: expression) {
          if case .member(_, let member) = place, member.kind == .command {
            throw Diagnostic(
              .notAValue, .isCommand(member.name), at: expression.span, help: .nothingRunsInPlace)
          }
        }
        switch try evaluator.pure(expression) {
        case .value(let value, let type): return .value(value, type: type)
        case .secret(let value, let type): return Record(secret: value, type)
        case .viewModel(let viewModel): return .viewModel(ViewModelSnapshot(viewModel))
        case .nothing: return .note(.noValue)
        }
      }
    } catch {
      return .diagnostic(error, in: SourceText(text))
    }
  }
}

extension Statement.Kind {
  /// The expression whose value previews the statement.
  var previewed: Expression? {
    switch self {
    case .declaration(_, _, _, let value), .derived(_, let value), .assignment(_, _, let value),
      .help(let value), .expression(let value, _):
      value
    case .verb(let statement): statement.previewed
    case .meta: nil
    }
  }
}
