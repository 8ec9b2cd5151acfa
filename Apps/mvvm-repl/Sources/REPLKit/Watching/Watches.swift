import Bindings
import ViewModels

/// A value that is shown whenever it changes.
struct Watch: RestingThing {
  static let kind = Message.watch
  let number: Int
  let path: String
  /// The paths that it shows, each by itself.
  let paths: [String]
  /// The words behind its path: how and when it is shown.
  let manner: String
  /// The statement that makes it.
  var statement: String { "watch \(path)\(manner)" }
  /// They end the watch when they are released.
  let subscriptions: [AnyObject]
  let rest: Rest
  /// What its drawing is made of, for another session.
  var past: @MainActor () -> WatchPast? = { nil }
}

/// The watches of a session.
final class Watches: StandingThings<Watch> {
  /// What the drawing of the next watch goes on with.
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
    // All are looked at before the first is watched: a watch of several is made as a whole or not at all.
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
    case .table: add(targets, TableDrawing(paths: targets.map(\.path)), watching)
    case .marbles: add(targets, MarbleDrawing(paths: targets.map(\.path)), watching)
    }
  }

  /// The watch that shows the same in the same manner already.
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

  /// The targets of a path: itself, or every member with a value of a view-model.
  private func targets(of target: Expression) async throws(Diagnostic) -> [WatchTarget] {
    if case .name(let name) = target.kind, scope[name]?.isConstant == true {
      throw Diagnostic(.notAValue, .neverChanges(name), at: target.span, help: .watchAMember)
    }
    let path = evaluator.text(of: target)
    switch try evaluator.place(of: target) {
    case .viewModel(let viewModel)?:
      // A part that never is another one has nothing to tell.
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
    observe([target], watching, target.path) { shower.take($0[0]) }
  }

  /// Draws targets together.
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
    observe(targets, watching, path, past: { drawing.past }) { shower.take($0) }
  }

  private func observe(
    _ targets: [WatchTarget], _ watching: Watching, _ path: String,
    past: @escaping @MainActor () -> WatchPast? = { nil },
    take: @escaping @MainActor ([SeenValue]) -> Void
  ) {
    let rest = Rest()
    let subscription = Bindings.observe(label: "watch \(path)") { [evaluator] in
      let isShown =
        watching.condition.map { (try? evaluator.pureValue(of: $0)) == .bool(true) } ?? true
      let values = targets.map { evaluator.seen($0.expression) }
      if isShown, !rest.isAside { untracked { take(values) } }
    }
    add { number in
      Watch(
        number: number, path: path, paths: targets.map(\.path), manner: manner(of: watching),
        subscriptions: [subscription], rest: rest, past: past)
    }
  }

  /// Shows a list as a live table.
  private func add(
    watch list: ListViewModel, at target: Expression, _ path: String, _ watching: Watching
  ) {
    let number = last + 1
    let shower = Shower<ListTable>(interval: watching.interval, clock: clock, looksAlike: true) {
      [voice] table, _ in
      voice.emit(.table(watch: number, path: path, table))
    }
    let rest = Rest()
    // While a condition does not hold, the newest table is kept until it does.
    var (isOpen, held) = (true, ListTable?.none)
    let take = { @MainActor [shower] (table: ListTable) in
      if !isOpen { held = table } else if !rest.isAside { shower.take(table) }
    }
    let condition = watching.condition.map { condition in
      Bindings.observe(label: "watch \(path) when") { [evaluator] in
        isOpen = (try? evaluator.pureValue(of: condition)) == .bool(true)
        guard isOpen, let table = exchange(&held, with: nil) else { return }
        untracked { take(table) }
      }
    }
    let watch = { @MainActor [evaluator] (list: ListViewModel) in
      ListWatch(
        list, renderers: evaluator.host.cellRenderers, label: "watch \(path)", show: take)
    }
    // Where another list comes to the path, that one is watched; while there is none, the one before.
    var watched = (list: list, by: watch(list))
    let name = Bindings.observe(label: "watch \(path) name") { [evaluator] in
      // Read in any case, so that it is followed later.
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
    try end(selection) { $0.path }
  }
}

extension Expression {
  /// Whether a name or a result stands in it.
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

/// One value that is watched.
private struct WatchTarget {
  let path: String
  let expression: Expression
}
