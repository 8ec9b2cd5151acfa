import Bindings
import ViewModels

/// Shows results directly or through filters, and writes them to files and the clipboard.
@MainActor
final class Output {
  private let evaluator: Evaluator
  private let voice: Voice
  var lastShown = LastShown()

  init(_ evaluator: Evaluator) {
    self.evaluator = evaluator
    voice = evaluator.voice
  }

  private func emit(_ record: Record) { voice.emit(record) }

  /// Evaluates an expression, shows its value and appends the value to the numbered results.
  func show(
    _ expression: Expression, _ output: Statement.Output, _ redaction: Redaction
  ) async throws(Diagnostic) {
    try evaluator.refuseNothing(in: expression, isValueWanted: false)
    let ready = try await evaluator.settled(expression)
    let result = try evaluator.pure(ready)
    if !result.isNothing { evaluator.host.onResult?(evaluator.results.count + 1) }
    switch result {
    case .nothing:
      if !output.isPlain {
        throw Diagnostic(.notAValue, .returnsNothingToShow, at: expression.span)
      }
      if case .call(let callee, _) = expression.kind, case .member = callee.kind,
        !evaluator.hasLeft
      {
        emit(
          .completed(
            path: evaluator.text(of: callee), call: evaluator.label(of: expression, redaction)))
      }
      return
    case .viewModel(let viewModel) where output.isPlain:
      let snapshot = ViewModelSnapshot(viewModel)
      emit(.viewModel(lastShown.take(snapshot, of: viewModel, as: evaluator.text(of: expression))))
    case .value(let value, let type) where output.isPlain:
      emit(.value(value, type: type))
      let differences = lastShown.take(
        value, as: evaluator.text(of: expression), in: evaluator.voice.language)
      if !differences.isEmpty { emit(.output(differences.joined(separator: "\n"))) }
    case .secret(let value, let type) where output.isPlain: emit(Record(secret: value, type))
    case .viewModel, .value, .secret:
      let isTree = output.filters.first?.filter == .tree
      let rows = rows(of: ready, isTree: isTree)
      if case .viewModel(let viewModel) = result, isTree {
        let tree = ViewModelTree(of: [(evaluator.text(of: ready), viewModel)])
        let value = tree.object(of: viewModel)
        try await show(.value(value, value.type), through: output)
      } else {
        try await show(result, rows: rows, through: output)
      }
    }
    let gone = evaluator.results.append(result, madeOf: evaluator.sources(of: expression))
    if !gone.isEmpty { evaluator.scope.replaceSources(gone) }
  }
}

// MARK: - Filters

extension Output {
  /// Returns the rows of a list of view-models, each as an object of its values by name, or with the view-models inside
  /// it for a tree; empty for other expressions.
  func rows(of expression: Expression, isTree: Bool = false) -> [DynamicValue] {
    guard case .member(let viewModel, let member)? = try? evaluator.place(of: expression),
      member.kind == .list
    else { return [] }
    return untracked {
      let children = member.children(in: viewModel)
      guard isTree else { return children.map { ViewModelSnapshot($0).object() } }
      let path = evaluator.text(of: expression)
      let names = children.enumerated().map { ("\(path)[\($0.offset)]", $0.element) }
      return ViewModelTree(of: names).rows(names.map(\.1))
    }
  }

  /// Shows a result through its filters; view-models, also those of a list, become objects of their values by name.
  func show(
    _ operand: Operand, rows: [DynamicValue] = [], through output: Statement.Output
  ) async throws(Diagnostic) {
    var stage: Filter.Stage
    switch operand {
    case .value where !rows.isEmpty: stage = .value(.array(rows))
    case .value(let value, let type): stage = .value(type.filtered(value))
    case .viewModel(let viewModel): stage = .value(ViewModelSnapshot(viewModel).object())
    case .secret(let value, let type):
      if !value.isBlank { try refuseSecret(through: output) }
      return emit(Record(secret: value, type))
    case .nothing: return
    }
    var isSecret = false
    for filtering in output.filters {
      if isSecret { continue }
      if filtering.filter == .copy {
        try refuse(stage, through: output)
        try copy(stage, at: filtering.span)
      } else {
        (stage, isSecret) = try await apply(filtering, to: stage)
      }
    }
    guard !isSecret else {
      try refuseSecret(through: output)
      return emit(.secret)
    }
    if let (name, isAppending) = output.file {
      try refuse(stage, through: output)
      try await write(stage, to: name, isAppending: isAppending)
    } else if output.filters.last?.filter != .copy {
      emit(stage.record)
    }
  }

  /// Throws if a result that the terminal masks, because a given secret is in it, would go to a file or the clipboard.
  private func refuse(
    _ stage: Filter.Stage, through output: Statement.Output
  ) throws(Diagnostic) {
    let secrets = evaluator.scope.givenAway
    let isTold =
      switch stage {
      case .value(let value), .formatted(let value, _): secrets.areTold(byAny: value)
      case .text(let text): secrets.masked(text) != text
      }
    if isTold { try refuseSecret(through: output) }
  }

  /// Throws if a secret would go to a file or the clipboard; the terminal only shows that there is a secret.
  private func refuseSecret(through output: Statement.Output) throws(Diagnostic) {
    let copying = output.filters.first { $0.filter == .copy }
    guard let span = output.file?.name.span ?? copying?.span else { return }
    throw Diagnostic(.readOnly, .secretWouldShow, at: span, help: .secretsGoToSecure)
  }

  /// Applies a filter; its result is secret if its argument is, because the selection would reveal the argument.
  private func apply(
    _ filtering: Statement.Filtering, to stage: Filter.Stage
  ) async throws(Diagnostic) -> (Filter.Stage, isSecret: Bool) {
    var argument: DynamicValue?
    var isSecret = false
    if let expression = filtering.argument {
      // A bare name is the text itself, as in `sorted price`. `sorted` ignores variables with that name.
      if case .name(let name) = expression.kind,
        filtering.filter == .sorted || evaluator.scope[name] == nil
      {
        argument = .string(name)
      } else {
        try evaluator.refuseNothing(in: expression)
        let operand = try await evaluator.evaluate(expression)
        isSecret = operand.isSecret
        argument = try evaluator.value(operand, of: expression)
      }
    }
    let result: Result<Filter.Stage, Operators.Problem>
    switch stage {
    case _ where filtering.filter == .page:
      result = Filter.page(stage, argument, in: evaluator.voice.language)
    case .value(let value):
      result = try evaluator.counting(at: filtering.span) { count in
        try filtering.filter.apply(to: value, argument, count)
      }
    case .text, .formatted:
      throw Diagnostic(
        .unexpected, .textCannotBeFiltered, at: filtering.span, help: .textFiltersLast)
    }
    switch result {
    case .success(let next):
      if case .value(let value) = next { try evaluator.countWork(of: value, at: filtering.span) }
      return (next, isSecret)
    case .failure(let problem):
      let mistake = Diagnostic(
        .arguments, problem.message, at: filtering.span, help: problem.help)
      throw isSecret ? mistake.masked : mistake
    }
  }
}

// MARK: - Files and the clipboard

extension Output {
  /// Writes the text that would be shown, and a line break, to a file, for `| json > "file"`.
  func write(
    _ stage: Filter.Stage, to name: Expression, isAppending: Bool
  ) async throws(Diagnostic) {
    try evaluator.refuseNothing(in: name)
    let operand = try await evaluator.evaluate(name)
    guard case .string(let path) = try evaluator.value(operand, of: name) else {
      throw Diagnostic(.typeMismatch, .fileNameIsText, at: name.span)
    }
    guard !operand.isSecret else {
      throw Diagnostic(.readOnly, .secretWouldShow, at: name.span, help: .secretsGoToSecure)
    }
    try write(
      stage.text(in: voice.language) + "\n", to: path, isAppending: isAppending, at: name.span)
  }

  /// Writes a text to a file; unless `isForced`, throws if the file has content that this session has not written.
  ///
  /// `way` returns the statement that overwrites a file of the given name, for the advice in the error.
  func keep(
    _ text: String, in path: String, isForced: Bool = false, at span: Span,
    by way: (String) -> String
  ) throws(Diagnostic) {
    let hash = voice.recorder.written[TextFile.located(path)]
    let isOwn = hash != nil && hash == (try? TextFile.read(path))?.utf8.stableHash
    guard isForced || isOwn || !TextFile.holdsSomething(path) else {
      throw Diagnostic(
        .notNow, .holdsSomethingElse(path), at: span, help: .nameAnotherFile(way(path)))
    }
    try write(text, to: path, at: span)
  }

  /// Writes a text to a file and emits a note; a replay only emits the note.
  func write(
    _ text: String, to path: String, isAppending: Bool = false, at span: Span
  ) throws(Diagnostic) {
    if !evaluator.host.isReplay {
      do throws(Message) { try TextFile.write(text, to: path, isAppending: isAppending) } catch {
        throw Diagnostic(.failed, .cannotWrite(path, error), at: span)
      }
      voice.recorder.written[TextFile.located(path)] =
        (isAppending ? (try? TextFile.read(path)) ?? text : text).utf8.stableHash
    }
    let count = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    emit(.note(isAppending ? .added(to: path, lines: count) : .wrote(path, lines: count)))
  }

  func read(_ path: String, at span: Span) throws(Diagnostic) -> String {
    do throws(Message) { return try TextFile.read(path) } catch {
      throw Diagnostic(.failed, .cannotRead(path, error), at: span)
    }
  }

  /// Copies the text that would be shown to the host's clipboard, for `| copy`.
  func copy(_ stage: Filter.Stage, at span: Span) throws(Diagnostic) {
    let text = stage.text(in: voice.language)
    guard let onCopy = evaluator.host.onCopy else {
      throw Diagnostic(.notNow, .noTerminalToCopy, at: span, help: .writeToFile)
    }
    guard text.utf8.count <= Self.mostCopiedBytes else {
      throw Diagnostic(.notNow, .tooManyBytesToCopy(text.utf8.count), at: span, help: .writeToFile)
    }
    onCopy(text)
    emit(.note(.copied(text.count)))
  }

  /// The maximum number of bytes that a terminal accepts in one sequence, before base64 encoding (limit of xterm).
  private static let mostCopiedBytes = 74_994
}
