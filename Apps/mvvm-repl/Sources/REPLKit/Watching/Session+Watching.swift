import Bindings
import ViewModels

extension Session {
  func watch(_ watching: Watching) async throws(Diagnostic) {
    if watching.targets.isEmpty { return listWatches() }
    if let condition = watching.condition { try await loadElements(of: condition) }
    var targets: [WatchTarget] = []
    var known: [Int] = []
    for target in watching.targets {
      if let list = try await list(target), [.plain, .table].contains(watching.form) {
        let path = text(of: target)
        if let number = number(ofWatch: path, watching) {
          known.append(number)
        } else {
          add(watch: list, path, watching)
        }
      } else {
        targets += try await self.targets(of: target)
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
      let numbers = known.map { "#\($0)" }.joined(separator: ", ")
      emit(.note("already watched as \(numbers)"))
    }
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
    return watches.first { $0.path == path && $0.manner == manner }?.number
  }

  private func manner(of watching: Watching) -> String {
    let condition = watching.condition.map(text(of:)) ?? ""
    return "\(watching.form) \(condition) \(watching.interval.map { "\($0)" } ?? "")"
  }

  private func list(_ target: Expression) async throws(Diagnostic) -> ListViewModel? {
    try await loadElements(of: target)
    guard case .viewModel(let viewModel)? = try place(of: target) else { return nil }
    return viewModel as? ListViewModel
  }

  /// What a path stands for: itself, or every member with a value of a view-model.
  private func targets(of target: Expression) async throws(Diagnostic) -> [WatchTarget] {
    if case .name(let name) = target.kind, variables[name]?.isConstant == true {
      throw Diagnostic(
        .notAValue, "'\(name)' is a constant, which never changes", at: target.span,
        help: "Watch a member of a view-model, a var, or let x = { … }.")
    }
    let path = text(of: target)
    switch try place(of: target) {
    case .viewModel(let viewModel)?:
      return type(of: viewModel).schema.members.filter { $0.kind != .command }.map { member in
        WatchTarget(
          path: "\(path).\(member.name)",
          expression: Expression(
            kind: .member(target, name: member.name, nameSpan: target.span, isOptional: false),
            span: target.span))
      }
    case .member(_, let member)? where member.kind == .command:
      throw Diagnostic(
        .notAValue, "\(member.name) is a command; a member with a value can be observed.",
        at: target.span, help: "Watch \(path).isEnabled or \(path).isExecuting.")
    default:
      guard target.canChange else {
        throw Diagnostic(
          .notAValue, "this never changes, so there is nothing to watch", at: target.span,
          help: "Watch a member of a view-model, a var, or let x = { … }.")
      }
      _ = try pure(target)
      return [WatchTarget(path: path, expression: target)]
    }
  }

  private func add(watch target: WatchTarget, _ watching: Watching) {
    lastWatch += 1
    let number = lastWatch
    let shower = Shower<Record.ShownValue>(
      interval: watching.interval, clock: clock, looksAlike: { $0 == .secret }
    ) { [emit] value, previous in
      emit(.change(watch: number, path: target.path, value: value, previous: previous))
    }
    observe([target], watching, number, target.path) { shower.take($0[0]) }
  }

  /// Draws targets together.
  private func add(
    _ targets: [WatchTarget], _ drawing: some WatchDrawing, _ watching: Watching
  ) {
    lastWatch += 1
    let number = lastWatch
    let path = targets.joinedPaths
    var drawing = drawing
    let shower = Shower<[Record.ShownValue]>(
      interval: watching.interval, clock: clock, looksAlike: { $0.contains(.secret) }
    ) { [emit, clock] values, previous in
      let lines = drawing.lines(values, at: clock.moment)
      emit(.drawing(watch: number, path: path, lines: lines, isFirst: previous == nil))
    }
    observe(targets, watching, number, path) { shower.take($0) }
  }

  private func observe(
    _ targets: [WatchTarget], _ watching: Watching, _ number: Int, _ path: String,
    take: @escaping @MainActor ([Record.ShownValue]) -> Void
  ) {
    // Not weak, which would make each use of the session dearer: the session owns the subscription.
    let subscription = Bindings.observe(label: "watch \(path)") { [unowned self] in
      let isShown = watching.condition.map { (try? pureValue(of: $0)) == .bool(true) } ?? true
      let values = targets.map { shown($0.expression) }
      // One that lies aside with a person's desk has nothing to tell: its names stand for others.
      if isShown, !watchesAside.contains(number) { untracked { take(values) } }
    }
    watches.append(
      Watch(
        number: number, path: path, paths: targets.map(\.path), manner: manner(of: watching),
        subscriptions: [subscription]))
  }

  /// Shows a list as a live table.
  private func add(
    watch list: ListViewModel, _ path: String, _ watching: Watching
  ) {
    lastWatch += 1
    let number = lastWatch
    let shower = Shower<ListTable>(
      interval: watching.interval, clock: clock, looksAlike: { _ in true }
    ) { [emit] table, _ in
      emit(.table(watch: number, path: path, table))
    }
    let gate = WatchGate(shower.take)
    let condition = watching.condition.map { condition in
      Bindings.observe(label: "watch \(path) when") { [unowned self] in
        let isOpen = (try? pureValue(of: condition)) == .bool(true)
        untracked { gate.isOpen = isOpen }
      }
    }
    let watch = ListWatch(list, renderers: cellRenderers, label: "watch \(path)") {
      gate.take($0)
    }
    watches.append(
      Watch(
        number: number, path: path, paths: [path], manner: manner(of: watching),
        subscriptions: [watch] + [condition].compactMap(\.self)))
  }

  /// The value of an expression as it may be shown; tracked.
  func shown(_ expression: Expression) -> Record.ShownValue {
    do throws(Diagnostic) {
      let operand = try pure(expression)
      switch operand {
      case .value(let value, let type): return .plain(value, type)
      case .secret: return .secret
      case .viewModel, .nothing: break
      }
      return .plain(.string(operand.text), .any)
    } catch {
      return .unreadable(error.message)
    }
  }

  private func listWatches() {
    guard !watches.isEmpty else {
      return emit(.note("Nothing is watched. Write watch form.output, say."))
    }
    emit(.page(title: title("Watched"), rows: watches.map { ("#\($0.number)", $0.path) }))
  }

  func unwatch(_ selection: Selection) throws(Diagnostic) {
    var rest = watches
    let ended = try rest.end(selection, in: source)
    watches = rest
    if let ended { emit(.ended(description: ended.path)) }
  }
}

/// Lets a list's tables through while a condition holds, and the newest one when it begins to.
@MainActor
private final class WatchGate {
  var isOpen = true {
    didSet {
      guard isOpen, let held else { return }
      self.held = nil
      show(held)
    }
  }
  private var held: ListTable?
  private let show: (ListTable) -> Void

  init(_ show: @escaping (ListTable) -> Void) { self.show = show }

  func take(_ table: ListTable) { if isOpen { show(table) } else { held = table } }
}

extension Expression {
  /// Whether a name or a result stands in it.
  fileprivate var canChange: Bool {
    switch kind {
    case .name, .result: true
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
