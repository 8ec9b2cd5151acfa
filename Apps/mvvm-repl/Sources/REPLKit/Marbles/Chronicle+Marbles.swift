import Bindings
import ViewModels

extension Chronicle {
  /// Runs `:marbles form.phone form.signIn every 100ms`: shows the events of these targets over time.
  func showMarbles(_ argument: String, at span: Span) throws(Diagnostic) {
    if argument == "clear" {
      marblesStart = (writes.events.last, clock.moment)
      return emit(.note(.marblesBegin))
    }
    do throws(Diagnostic) {
      let diagram = try marbles(argument)
      emit(diagram.emptiness.map(Record.note) ?? .marbles(Drawing(content: .marbles(diagram))))
    } catch {
      let code = error.code == .unexpected ? .arguments : error.code
      throw error.moved(to: span, as: code)
    }
  }

  func marbles(_ argument: String) throws(Diagnostic) -> MarbleDiagram {
    let (targets, step) = try Parser.marbles(argument)
    var rows: [MarbleDiagram.Row] = []
    for target in targets {
      rows.append(try marbles(of: target, named: String(SourceText(argument).slice(target.span))))
    }
    return MarbleDiagram(
      rows, from: marblesStart?.time, to: clock.moment, step: step, in: voice.language)
  }

  /// Runs `expect form.phone marbles "a-b" every 100ms`.
  func expect(
    _ target: Expression, marbles wanted: Expression, every step: Duration?
  ) async throws(Diagnostic) {
    guard case .string(let wanted) = try await evaluator.value(of: wanted) else {
      throw Diagnostic(.typeMismatch, .marblesAreText, at: wanted.span)
    }
    let row = try marbles(of: target, named: evaluator.text(of: target))
    let diagram = MarbleDiagram(
      [row], from: marblesStart?.time, to: clock.moment, step: step)
    guard !diagram.isCut else {
      throw Diagnostic(
        .arguments, .marblesAreCut(at: MarbleDiagram.widest), at: target.span,
        help: .writeLongerStep(diagram.stepForAll.shortText))
    }
    let picture = diagram.picture(of: row)
    var trimmed = wanted.trimmed
    while trimmed.last == "-" { trimmed.removeLast() }
    guard picture == trimmed else {
      throw Diagnostic(.expectation, .otherMarbles, at: target.span, help: .theMarbles(picture))
    }
  }

  private func marbles(
    of target: Expression, named name: String
  ) throws(Diagnostic) -> MarbleDiagram.Row {
    guard let place = try evaluator.place(of: target), let node = place.node else {
      throw Diagnostic(
        .notAValue, .noEvents, at: target.span, help: .nameIt("let x = { … }", then: "x"))
    }
    let first = marblesStart?.id
    let events = writes.events.events(of: node).filter { event in
      first.map { event.record.id > $0 } ?? true
    }
    let cases = scope.caseNodes
    return MarbleDiagram.Row(
      name: name,
      events: events.compactMap { event in
        MarbleDiagram.Mark(event.record, cases, in: voice.language).map {
          MarbleDiagram.Event(time: event.time, mark: $0.mapText(scope.masked))
        }
      })
  }
}

extension MarbleDiagram.Mark {
  /// Creates the mark of a record; `nil` if the record is not an event.
  @MainActor
  fileprivate init?(_ record: TraceRecord, _ cases: Set<Node>, in language: HelpLanguage) {
    switch record.kind {
    case .write where record.node?.isSecure == true,
      .recompute where record.node?.isSecure == true:
      self = .value("\(TraceValue.hidden)")
    case .write, .recompute:
      switch record.new {
      case .bool(let isTrue)?: self = .truth(isTrue)
      case .int(let number)? where (0...9).contains(number): self = .digit(number)
      case let value?: self = .value(record.text(of: value, cases))
      case nil: return nil
      }
    case .commandStart: self = .began
    case .commandEnd:
      switch record.detail {
      case "cancelled"?: self = .cancelled
      case "success"?: self = record.new.map { .value("\($0)") } ?? .completed
      default: self = .failed(record.ending(in: language))
      }
    case .commandRejected:
      self = .failed(
        record.detail == nil ? language.text(.wasRefused) : record.ending(in: language))
    case .mark, .equalWrite, .observerRun, .skip, .signalEvent, .signalError, .commandQueued,
      .commandProgress, .issue:
      return nil
    }
  }
}
