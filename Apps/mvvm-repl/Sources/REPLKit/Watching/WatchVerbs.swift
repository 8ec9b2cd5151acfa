import ViewModels

extension Verb {
  static let watch = Verb(
    name: "watch",
    uses: [
      Use("watch form.output", "show a value now and whenever it changes", "显示一个值，之后每次变化都显示"),
      Use(
        "watch a.phone, a.output as table", "together, with the values before", "放在一张表里，带上之前的值"),
      Use(
        "watch a.phone, a.output as marbles", "each value as a letter, over time",
        "沿时间用字母画出每个值"),
      Use("watch a.count as spark", "the last numbers as bars", "把最近的数字画成柱形图"),
      Use("watch a.phone when a.isPhoneValid", "only while a condition holds", "只在条件成立时显示"),
      Use("watch a.count every 1s", "at most once in this time", "每隔这段时间至多显示一次"),
      Use("watch", "what is watched, by number", "列出正在观察的，带编号"),
    ],
    topics: [.watch], place: .observable,
    continuations: [
      Continuation(
        "when ", Message("only while this is true", "只在此条件成立时"), then: .value(.bool)),
      Continuation("every ", Message("at most once in this time", "这段时间内至多一次")),
      Continuation("as table", Message("a row for each value", "每个值一行")),
      Continuation("as marbles", Message("changes on a line of time", "沿时间画出变化")),
      Continuation("as spark", Message("the last numbers as bars", "把最近的数字画成柱形图")),
    ]
  ) { parser throws(Diagnostic) in
    let watching = try parser.watching()
    var statement = VerbStatement(watching.targets + [watching.condition].compactMap(\.self)) {
      session, _ throws(Diagnostic) in try await session.watches.watch(watching)
    }
    statement.previewed = watching.targets.last
    return statement
  }

  static let unwatch = Verb(
    name: "unwatch",
    uses: [Use("unwatch form.output", "stop watching; also #1, all", "停止观察；也可写 #1、all")],
    topics: [.watch], place: .watched
  ) { parser throws(Diagnostic) in
    let selection = try parser.selection(.write("unwatch form.output", "unwatch #1", "unwatch all"))
    return VerbStatement(selection.expressions) { session, _ throws(Diagnostic) in
      try session.watches.unwatch(selection)
    }
  }
}

/// A parsed `watch` statement; without targets it lists the watches.
struct Watching: Sendable {
  var targets: [Expression] = []
  var form = WatchForm.plain
  /// The condition that must be true when a change is shown.
  var condition: Expression?
  /// The minimum time between two shown changes; the last change within it is shown at its end.
  var interval: Duration?
}
