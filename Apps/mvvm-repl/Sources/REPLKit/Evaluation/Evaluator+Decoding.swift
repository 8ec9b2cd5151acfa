import Models
import ViewModels

extension Evaluator {
  /// `decode News from "news.json"`: the model as a value; what was dropped is listed.
  func decode(
    _ model: String, _ modelSpan: Span, isLossy: Bool, _ document: Expression
  ) async throws(Diagnostic) -> DynamicValue {
    guard let entry = scope.models[model] else {
      throw Diagnostic(
        .unknownType, .noModel(model.clipped(to: 40)), at: modelSpan,
        Suggestion(for: model, among: scope.models.entries.map(\.name).sorted()))
    }
    guard case .string(let name) = try await value(of: document) else {
      throw Diagnostic(.typeMismatch, .documentWanted, at: document.span)
    }
    do {
      let text = try json(in: name) ?? scope.models.document(name)
      let (value, problems) = try entry.decode(text, isLossy ? .lossy : DecodingOptions())
      if !problems.isEmpty { list(problems, .droppedOrReplaced(problems.count)) }
      return value
    } catch let error as ModelError {
      list(error.problems, .whatIsWrong(error.problems.count))
      throw Diagnostic(
        .notDecoded, .isNoModel(model), at: document.span, help: isLossy ? nil : .decodeLossy(model)
      )
    } catch {
      throw Diagnostic(.notDecoded, .cannotReadDocument(Message(error)), at: document.span)
    }
  }

  /// The text itself when it is JSON and no name.
  private func json(in text: String) -> String? {
    let first = text.first { !$0.isWhitespace }
    return first == "{" || first == "[" ? text : nil
  }

  private func list(_ problems: [JSONProblem], _ title: Message) {
    emit(
      .page(
        title: title,
        rows: problems.prefix(20).map { problem in
          let place = problem.position.map { "\($0)" } ?? ""
          return ("\(place) \(problem.pointer)".trimmed, Message(problem).text(in: voice.language))
        }))
  }
}
