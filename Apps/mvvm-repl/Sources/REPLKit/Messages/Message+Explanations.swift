import Bindings

// Explanations as lines: the first line is about the node itself, and the lines after it are indented.

extension TraceExplanation {
  /// Explains why the node has its value, or ran, without the hidden nodes of the tool itself.
  ///
  /// `cases` are the nodes whose values are cases of an enumeration, `inputs` the dependencies with their values, if
  /// they say more than the events. Of a later evaluation without a change, only the write and its root are listed then.
  @MainActor
  func messages(
    naming name: (Node) -> String? = { _ in nil }, cases: Set<Node> = [],
    hiding hidden: Set<Node> = [], inputs: [String] = []
  ) -> [Message] {
    func told(_ record: TraceRecord) -> Message { Message(record, naming: name, cases: cases) }
    guard let first = steps.first?.record else {
      return [.hasNotChanged(name(node) ?? self.name)]
    }
    let isValue = first.node.map { $0.kind == .property || $0.kind == .computed } ?? false
    var lines = [
      isValue && first.new != nil
        ? Message.value(of: first.node.flatMap(name) ?? first.name, first, cases) : told(first)
    ]
    if !inputs.isEmpty { lines.append(Message.dependsOnNow(inputs).indented()) }
    // The lines are a tree: each cause is below its effect. Further causes of one effect follow the first cause with
    // all that led to it.
    lines += steps.dropFirst().map { Message.because(told($0.record)) }.indented(from: 1)
    if !isComplete {
      let reason = elsewhere.map { Message.recordedElsewhere("\($0)") } ?? .somethingOlder
      lines += [Message.because(reason)].indented(from: steps.count)
    }
    for (index, step) in steps.enumerated().reversed() {
      for way in step.others {
        let causes = way.dropFirst().map { Message.because(told($0)) }
        lines += ([.andBecause(told(way[0]))] + causes).indented(from: index + 1)
      }
    }
    let innocent = notCauses.filter { !hidden.contains($0) }.map { name($0) ?? $0.name }
    if !innocent.isEmpty { lines.append(.notBecause(innocent).indented()) }
    if let last = since.last { lines.append(.sinceThen(told(last)).indented()) }
    let isLong = !inputs.isEmpty && sinceCauses.count > 2
    let causes = isLong ? [sinceCauses[0], sinceCauses[sinceCauses.count - 1]] : sinceCauses
    lines += causes.map { Message.because(told($0)) }.indented(from: 2)
    return lines
  }
}

extension TraceLog {
  /// Returns a record with everything that led to it, one per line: first the record `id`, last its root.
  ///
  /// There are no lines if no record has that number.
  @MainActor
  func history(
    of id: TraceRecord.ID, naming name: (Node) -> String? = { _ in nil }, cases: Set<Node> = []
  ) -> [Message] {
    let lines = chain(of: id).map { Message($0, naming: name, cases: cases) }
    return lines.prefix(1) + lines.dropFirst().map(Message.because).indented(from: 1)
  }
}

extension [Message] {
  /// The maximum indentation; deeper lines of the tree are not indented further.
  private static var deepest: Int { 12 }

  /// Returns the lines, each indented further than the line before.
  fileprivate func indented(from depth: Int) -> [Message] {
    enumerated().map { $1.indented(by: Swift.min(depth + $0, Self.deepest)) }
  }
}

extension Message {
  @MainActor
  fileprivate init(
    _ record: TraceRecord, naming name: (Node) -> String?, cases: Set<Node>
  ) {
    let event = Self.of(record, record.node.flatMap(name) ?? record.name, cases)
    // `why … at` accepts the number of a record of a named thing; a statement has none.
    self = record.statement != nil ? event : .happened(event, "\(record.id)")
  }

  @MainActor
  fileprivate static func value(
    of name: String, _ record: TraceRecord, _ cases: Set<Node>
  ) -> Self {
    let new = record.new.map { record.text(of: $0, cases) } ?? ""
    return record.old.map { .isValue(name, new, was: record.text(of: $0, cases)) }
      ?? .isValue(name, new)
  }

  @MainActor
  private static func of(_ record: TraceRecord, _ name: String, _ cases: Set<Node>) -> Self {
    let detail = record.detail ?? ""
    let event: Message =
      switch record.kind {
      case .mark:
        record.statement.map(youTyped) ?? Message(verbatim: record.detail ?? "of a mark")
      case .write: .wasSet(name)
      case .equalWrite: .wasSetAgain(name)
      case .recompute: .wasComputed(name)
      case .observerRun where name.hasPrefix(LiveBinding.labelStart):
        .bindingRan(String(name.dropFirst(LiveBinding.labelStart.count)))
      case .observerRun: .observerRan(name)
      case .skip: .wasChecked(name)
      case .signalEvent: .sentEvent(name)
      case .signalError: .sentError(name)
      case .commandQueued: .commandWaited(name)
      case .commandStart: .commandBegan(name)
      case .commandProgress: .commandIsAt(name, record.new.map { "\($0)" } ?? "")
      case .commandEnd: .commandEnded(name, detail, record.ending(in: .chinese))
      case .commandRejected: .commandRejected(name, detail, record.ending(in: .chinese))
      case .issue: .ofIssue(detail)
      }
    let kinds: [TraceRecord.Kind] = [
      .write, .recompute, .signalEvent, .signalError, .commandStart, .commandEnd,
    ]
    guard let new = record.new, kinds.contains(record.kind) else { return event }
    let text = record.text(of: new, cases)
    return record.old.map { .happened(event, from: record.text(of: $0, cases), to: text) }
      ?? .happened(event, to: text)
  }

  static func because(_ reason: Message) -> Self { Self("because \(reason)", "因为 \(reason)") }
  static func andBecause(_ reason: Message) -> Self {
    Self("and because \(reason)", "并且因为 \(reason)")
  }
  static func sinceThen(_ event: Message) -> Self { Self("since then: \(event)", "此后：\(event)") }
  static func happened(_ event: Message, _ id: String) -> Self {
    Self("\(event)  \(id)", "\(event)  \(id)")
  }
  static func happened(_ event: Message, to value: String) -> Self {
    Self("\(event): \(value)", "\(event)：\(value)")
  }
  static func happened(_ event: Message, from old: String, to value: String) -> Self {
    Self("\(event): \(value), it was \(old)", "\(event)：\(value)，之前是 \(old)")
  }
  static func isValue(_ path: String, _ value: String) -> Self {
    Self("\(path) is \(value)", "\(path) 为 \(value)")
  }
  static func isValue(_ path: String, _ value: String, was old: String) -> Self {
    Self("\(path) is \(value), it was \(old)", "\(path) 现在是 \(value)，之前是 \(old)")
  }
  static func hasNotChanged(_ name: String) -> Self {
    Self("\(name) has no change in the log", "日志里没有 \(name) 的变化")
  }
  static var somethingOlder: Self { Self("of something older than the log", "早于日志开头的事") }
  static func recordedElsewhere(_ id: String) -> Self {
    Self("of \(id), which another graph has recorded", "另一个依赖图记录的 \(id)")
  }
  static func dependsOnNow(_ inputs: [String]) -> Self {
    Self("it depends on \(inputs)", "它取决于 \(inputs)")
  }
  static func notBecause(_ names: [String]) -> Self {
    Self("not because of \(names)", "与 \(names) 无关")
  }
  static func youTyped(_ statement: String) -> Self {
    Self("you typed \(statement)", "你输入了 \(statement)")
  }
  static func wasSet(_ name: String) -> Self {
    Self("\(name) was set", "\(name) 被设置")
  }
  static func wasSetAgain(_ name: String) -> Self {
    Self("\(name) was given the value it had", "\(name) 被设为相同的值")
  }
  static func wasComputed(_ name: String) -> Self {
    Self("\(name) was computed", "\(name) 被重新计算")
  }
  static func observerRan(_ name: String) -> Self {
    // A label of several words is quoted, to separate it from the words of the sentence.
    let name = name.contains(" ") && !name.hasPrefix("watch ") ? "'\(name)'" : name
    return Self("the observer \(name) ran", "观察者 \(name) 运行了")
  }
  static func bindingRan(_ description: String) -> Self {
    Self("the binding \(description) ran", "绑定 \(description) 运行了")
  }
  static func wasChecked(_ name: String) -> Self {
    Self("\(name) was read again and had not changed", "\(name) 又被读取过，没有变化")
  }
  static func sentEvent(_ name: String) -> Self {
    Self("\(name) sent an event", "\(name) 发出了事件")
  }
  static func sentError(_ name: String) -> Self {
    Self("\(name) sent an error", "\(name) 发出了错误")
  }
  static func commandWaited(_ name: String) -> Self {
    Self("the command \(name) waited for its turn", "命令 \(name) 排队等待")
  }
  static func commandBegan(_ name: String) -> Self {
    Self("the command \(name) began", "命令 \(name) 开始")
  }
  static func commandIsAt(_ name: String, _ progress: String) -> Self {
    Self("the command \(name) is at \(progress)", "命令 \(name) 进行到 \(progress)")
  }
  static func commandEnded(_ name: String, _ ending: String, _ chinese: String) -> Self {
    switch ending {
    case "success": return Self("the command \(name) ended successfully", "命令 \(name) 成功结束")
    case "failure": return Self("the command \(name) failed", "命令 \(name) 失败")
    case "cancelled": return Self("the command \(name) was cancelled", "命令 \(name) 被取消")
    default:
      guard ending.hasPrefix("failure: ") else {
        return Self("the command \(name) ended: \(ending)", "命令 \(name) 结束：\(chinese)")
      }
      let failure = String(ending.dropFirst(9))
      return Self("the command \(name) failed: \(failure)", "命令 \(name) \(chinese)")
    }
  }
  static func commandRejected(_ name: String, _ reasons: String, _ chinese: String) -> Self {
    Self("the command \(name) was rejected: \(reasons)", "命令 \(name) 被拒绝：\(chinese)")
  }
  static func ofIssue(_ text: String) -> Self { Self("of an issue: \(text)", "依赖图的问题：\(text)") }
}
