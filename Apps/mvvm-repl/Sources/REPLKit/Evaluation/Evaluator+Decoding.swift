import Models
import ViewModels

extension Evaluator {
  /// Decodes a document as a model, `decode News from "news.json"`, and lists what was dropped.
  ///
  /// The value of a secret document is a secret, and nothing is listed.
  func decode(
    _ model: String, _ modelSpan: Span, isLossy: Bool, _ document: Expression
  ) async throws(Diagnostic) -> Operand {
    guard let entry = scope.models[model] else {
      throw Diagnostic(
        .unknownType, .noModel(model.clipped(to: 40)), at: modelSpan,
        Suggestion(for: model, among: scope.models.entries.map(\.name).sorted()))
    }
    try refuseNothing(in: document)
    let source = try await evaluate(document)
    let isSecret = source.isSecret
    guard case .string(let name) = try value(source, of: document) else {
      throw Diagnostic(.typeMismatch, .documentWanted, at: document.span)
    }
    do {
      let text = try json(in: name) ?? scope.models.document(name)
      let (value, problems) = try entry.decode(text, isLossy ? .lossy : DecodingOptions())
      if !problems.isEmpty, !isSecret { list(problems, .droppedOrReplaced(problems.count)) }
      return .made(value, value.type, ofSecret: isSecret)
    } catch let error as ModelError {
      if !isSecret { list(error.problems, .whatIsWrong(error.problems.count)) }
      throw Diagnostic(
        .notDecoded, .isNoModel(model), at: document.span, help: isLossy ? nil : .decodeLossy(model)
      )
    } catch {
      let mistake = Diagnostic(
        .notDecoded, .cannotReadDocument(Message(error)), at: document.span)
      throw isSecret ? mistake.masked : mistake
    }
  }

  /// Returns the text itself if it is JSON, and not the name of a document.
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
