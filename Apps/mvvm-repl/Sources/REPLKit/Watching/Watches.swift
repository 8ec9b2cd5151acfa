import Bindings
import ViewModels

/// A watch: it shows one or more values whenever they change.
struct Watch: RestingThing {
  static let kind = Message.watch
  let number: Int
  let path: String
  let paths: [String]
  /// The end of the statement, behind the path: the form, the condition and the interval.
  let manner: String
  /// The statement that creates the watch.
  var statement: String { "watch \(path)\(manner)" }
  /// The subscriptions, whose release ends the watch.
  let subscriptions: [AnyObject]
  let rest: Rest
  /// The history of the drawing, for another session that continues it.
  var past: @MainActor () -> WatchPast? = { nil }
}

/// The watches of a session.
final class Watches: StandingThings<Watch> {
  /// The history that the drawing of the next watch continues.
  var nextPast: WatchPast?

  func watch(_ written: Watching) async throws(Diagnostic) {
    var watching = written
    watching.targets = try written.targets.map { (target) throws(Diagnostic) in
      try evaluator.keepingResults(target)
    }
    watching.condition = try written.condition.map { (condition) throws(Diagnostic) in
      try evaluator.keepingResults(condition)
    }
    if watching.targets.isEmpty {
      return list(.watched, orThat: .nothingWatched) { $0.path + $0.manner }
    }
    if let condition = watching.condition {
      try await evaluator.loadElements(of: condition)
      guard case .bool = try evaluator.pureValue(of: condition) else {
        throw Diagnostic(.typeMismatch, .conditionIsBool, at: condition.span)
      }
    }
    var targets: [WatchTarget] = []
    var lists: [(list: ListViewModel, target: Expression, path: String)] = []
    var known: [Int] = []
    // All targets are checked before the first is watched, so that a statement makes all of its watches or none.
    for target in watching.targets {
      if let list = try await watchedList(target), [.plain, .table].contains(watching.form) {
        let path = evaluator.text(of: target)
        if let number = number(ofWatch: path, watching) {
          known.append(number)
        } else if !lists.contains(where: { $0.path == path }) {
          lists.append((list, target, path))
        }
      } else {
        for target in try await self.targets(of: target)
        where !targets.contains(where: { $0.path == target.path }) { targets.append(target) }
      }
    }
    if [.table, .marbles].contains(watching.form) {
      if let number = number(ofWatch: targets.joinedPaths, watching) {
        known.append(number)
        targets = []
      }
    } else {
      targets.removeAll { target in
        guard let number = number(ofWatch: target.path, watching) else { return false }
        known.append(number)
        return true
      }
    }
    if !known.isEmpty {
      emit(.note(.alreadyWatched(known.map { "#\($0)" })))
    }
    for (list, target, path) in lists { add(watch: list, at: target, path, watching) }
    guard !targets.isEmpty else { return }
    switch watching.form {
    case .plain: for target in targets { add(watch: target, watching) }
    case .spark: for target in targets { add([target], SparkDrawing(), watching) }
    case .table: add(targets, TableDrawing(paths: shownPaths(of: targets)), watching)
    case .marbles: add(targets, MarbleDrawing(paths: shownPaths(of: targets)), watching)
    }
  }

  private func shownPaths(of targets: [WatchTarget]) -> [String] {
    targets.map { scope.givenAway.maskedTyped($0.path) }
  }

  /// Returns the number of the watch that already shows the same values in the same manner.
  private func number(ofWatch path: String, _ watching: Watching) -> Int? {
    let manner = manner(of: watching)
    return all.first { $0.path == path && $0.manner == manner }?.number
  }

  private func manner(of watching: Watching) -> String {
    let form = watching.form == .plain ? "" : " as \(watching.form)"
    let condition = watching.condition.map { " when \(evaluator.text(of: $0))" } ?? ""
    let interval = watching.interval.map { " every \($0.shortText)" } ?? ""
    return form + condition + interval
  }

  private func watchedList(_ target: Expression) async throws(Diagnostic) -> ListViewModel? {
    try await evaluator.loadElements(of: target)
    guard case .viewModel(let viewModel)? = try evaluator.place(of: target) else { return nil }
    return viewModel as? ListViewModel
  }

  /// Returns the targets of a path: the path itself, or every member with a value if the path is a view-model.
  private func targets(of target: Expression) async throws(Diagnostic) -> [WatchTarget] {
    if case .name(let name) = target.kind, scope[name]?.isConstant == true {
      throw Diagnostic(.notAValue, .neverChanges(name), at: target.span, help: .watchAMember)
    }
    let path = evaluator.text(of: target)
    switch try evaluator.place(of: target) {
    case .viewModel(let viewModel)?:
      // A child that is never replaced has no changes to show.
      let members = type(of: viewModel).schema.members.filter { member in
        member.kind != .command && (member.kind != .child || member.node(in: viewModel) != nil)
      }
      return members.map { member in
        WatchTarget(
          path: "\(path).\(member.name)",
          expression: Expression(
            kind: .member(target, name: member.name, nameSpan: target.span, isOptional: false),
            span: target.span))
      }
    case .member(_, let member)? where member.kind == .command:
      throw Diagnostic(
        .notAValue, .cannotObserveCommand(member.name), at: target.span, help: .watchState(path))
    default:
      guard target.canChange else {
        throw Diagnostic(.notAValue, .nothingToWatch, at: target.span, help: .watchAMember)
      }
      _ = try evaluator.pure(target)
      return [WatchTarget(path: path, expression: target)]
    }
  }

  private func add(watch target: WatchTarget, _ watching: Watching) {
    let number = last + 1
    let shower = Shower<SeenValue>(interval: watching.interval, clock: clock) {
      [voice] value, previous in
      voice.emit(
        .change(watch: number, path: target.path, value: value.shown, previous: previous?.shown))
    }
    observe([target], watching, target.path, drop: { shower.drop() }) { shower.take($0[0]) }
  }

  /// Adds a watch that draws several targets together.
  private func add(
    _ targets: [WatchTarget], _ drawing: some WatchDrawing, _ watching: Watching
  ) {
    let number = last + 1
    let path = targets.joinedPaths
    var drawing = drawing
    if let nextPast { drawing.goOn(with: nextPast) }
    nextPast = nil
    let shower = Shower<[SeenValue]>(interval: watching.interval, clock: clock) {
      [voice, clock] values, previous in
      let shown = drawing.drawing(
        of: values.map(\.shown), at: clock.moment, in: voice.language)
      voice.emit(.drawing(watch: number, path: path, shown, isFirst: previous == nil))
    }
    observe(targets, watching, path, past: { drawing.past }, drop: { shower.drop() }) {
      shower.take($0)
    }
  }

  /// The label of a watch's observers in pictures and logs, which may not tell a secret in the typed path.
  private func label(of path: String) -> String { "watch \(scope.givenAway.maskedTyped(path))" }

  private func observe(
    _ targets: [WatchTarget], _ watching: Watching, _ path: String,
    past: @escaping @MainActor () -> WatchPast? = { nil }, drop: @escaping @MainActor () -> Void,
    take: @escaping @MainActor ([SeenValue]) -> Void
  ) {
    let rest = Rest()
    let label = label(of: path)
    let subscription = Bindings.observe(label: label) { [evaluator] in
      let isShown =
        watching.condition.map { (try? evaluator.pureValue(of: $0)) == .bool(true) } ?? true
      let values = targets.map { evaluator.seen($0.expression) }
      guard !rest.isAside else { return }
      untracked { if isShown { take(values) } else { drop() } }
    }
    add { number in
      Watch(
        number: number, path: path, paths: targets.map(\.path), manner: manner(of: watching),
        subscriptions: [subscription], rest: rest, past: past)
    }
  }

  /// Adds a watch that shows a list as a live table.
  private func add(
    watch list: ListViewModel, at target: Expression, _ path: String, _ watching: Watching
  ) {
    let number = last + 1
    let shower = Shower<ListTable>(interval: watching.interval, clock: clock, looksAlike: true) {
      [voice] table, _ in
      voice.emit(.table(watch: number, path: path, table))
    }
    let rest = Rest()
    // While the condition is false, the newest table is held back until the condition is true.
    var (isOpen, held) = (true, ListTable?.none)
    let label = label(of: path)
    let take = { @MainActor [shower] (table: ListTable) in
      if !isOpen { held = table } else if !rest.isAside { shower.take(table) }
    }
    let condition = watching.condition.map { condition in
      Bindings.observe(label: "\(label) when") { [evaluator] in
        isOpen = (try? evaluator.pureValue(of: condition)) == .bool(true)
        guard isOpen else { return held = shower.drop() ?? held }
        if let table = exchange(&held, with: nil) { untracked { take(table) } }
      }
    }
    let watch = { @MainActor [evaluator] (list: ListViewModel) in
      ListWatch(
        list, renderers: evaluator.host.cellRenderers, label: label, show: take)
    }
    // If another list appears at the path, the watch follows that list; while there is none, it keeps the previous one.
    var watched = (list: list, by: watch(list))
    let name = Bindings.observe(label: "\(label) name") { [evaluator] in
      // The path is always read, so that its later changes are tracked.
      let place = try? evaluator.place(of: target)
      guard !rest.isAside, case .viewModel(let found)? = place, let new = found as? ListViewModel,
        new !== watched.list
      else { return }
      untracked { watched = (new, watch(new)) }
    }
    add { number in
      Watch(
        number: number, path: path, paths: [path], manner: manner(of: watching),
        subscriptions: [name] + [condition].compactMap(\.self), rest: rest)
    }
  }

  func unwatch(_ selection: Selection) throws(Diagnostic) {
    try end(selection, orThat: .nothingWatched) { $0.path }
  }
}

extension Expression {
  /// Whether the expression contains a name or a result.
  fileprivate var canChange: Bool {
    switch kind {
    case .name, .result, .keptResult: true
    default: kind.children.contains(where: \.canChange)
    }
  }
}

extension [WatchTarget] {
  fileprivate var joinedPaths: String { map(\.path).joined(separator: ", ") }
}

private struct WatchTarget {
  let path: String
  let expression: Expression
}
