// The meanings of the marks in pictures.

extension Message {
  static func markOfTurn(_ mark: String) -> Self {
    Self("\(mark) its turn in the change", "\(mark) 在这次改变中的次序")
  }
  static func markOfEqual(_ mark: String) -> Self {
    Self("\(mark) ran, and its value stayed equal", "\(mark) 运行过，值不变")
  }
  static func markOfRuns(_ mark: String) -> Self {
    let count = mark.drop { $0 != "×" }.dropFirst().prefix(while: \.isNumber)
    return Self("\(mark) ran \(count) times", "\(mark) 运行了 \(count) 次")
  }
  static func markOfMention(_ line: String) -> Self {
    Self("\(line) mentioned, but not read last time", "\(line) 提到，但上次没有读取")
  }
  static func markOfTold(_ sign: String) -> Self {
    Self("\(sign) what it reads is above", "\(sign) 它读取的已列在上面")
  }
  static func boxesNeed(_ columns: Int) -> Self {
    Self("boxes need a window of \(columns) columns", "方框图需要 \(columns) 列宽的窗口")
  }
  static func markOfTurnTaken(_ sign: String) -> Self {
    Self("\(sign) waited for its turn", "\(sign) 排队等待")
  }
  static func markOfWait(_ sign: String) -> Self {
    Self("\(sign) waited on the clock", "\(sign) 等待时钟")
  }
  static func markOfProgress(_ sign: String) -> Self {
    Self("\(sign) told how far it was", "\(sign) 报告了进度")
  }
  static func markOfEqualRuns(_ count: Int) -> Self {
    Self(
      "=\(count): in \(count) of the runs the value did not change",
      "=\(count)：其中 \(count) 次运行后值没有变")
  }
}

// MARK: - In words

extension Message {
  /// A node of a drawn graph for screen readers: what the node reads, and what its body mentions besides.
  static func drawnNode(_ name: String, reads: [String], mentions: [String]) -> Self {
    func listed(_ names: [String], _ verb: String, _ comma: String) -> String {
      guard !names.isEmpty else { return "" }
      return verb + names.joined(separator: comma)
    }
    return Self(
      "\(name)\(listed(reads, " reads ", ", "))\(listed(mentions, " mentions ", ", "))",
      "\(name)\(listed(reads, " 读取 ", "、"))\(listed(mentions, " 提到 ", "、"))")
  }
}

// MARK: - In the help

extension Message {
  /// The marks of a drawn graph, for the help.
  static let marksOfGraph: [(word: String, text: Message)] = [
    ("[3]", Self("ran third in that change", "在这次改变中第三个运行")),
    ("[3=]", Self("ran third, and its value stayed equal", "第三个运行，值不变")),
    ("[5×2]", Self("ran fifth, and twice", "第五个运行，共两次")),
    ("a ⟵ b", Self("the value, and the one before it", "值，以及之前的值")),
    ("┄", Self("mentioned, but not read last time", "提到，但上次没有读取")),
    ("x ↑", Self("in a tree: what x reads is above", "树中：x 读取的已列在上面")),
    (
      "┌ ╭ ╔ ┏",
      Self(
        "corners of boxes: set from outside, derived, command, observer",
        "方框的角：从外部设置、派生值、命令、观察者")
    ),
  ]

  /// The marks of a report, for the help.
  static let marksOfReport =
    marksOfGraph + [
      ("━", Self("a command's body runs", "命令正在执行")),
      ("·", Self("it waits for its turn", "排队等待")), ("╌", Self("it waits on the clock", "等待时钟")),
      ("┿", Self("it tells how far it is", "报告进度")),
      (
        "✓ ✗ ! ▸",
        Self("it returned, failed, was cancelled or refused, still runs", "完成、失败、取消或被拒绝、进行中")
      ),
    ]

  /// The marks of the table of runs, for the help.
  static let marksOfHeat: [(word: String, text: Message)] = [
    ("=2", Self("two of the runs gave the same value as before", "其中两次算出的值与之前相同")),
    ("━ 30%", Self("its share of all runs", "占全部运行次数的比例")),
  ]

  /// The marks of marble diagrams, for the help.
  static let marksOfMarbles: [(word: String, text: Message)] = [
    ("-", Self("a step of time without an event", "一格时间，没有事件")),
    ("a", Self("a value; the letters are explained below", "一个值；下方说明各字母")),
    ("(ab)", Self("two within one step", "一格之内的两个")),
    ("^ | # !", Self("begins, ends, fails, is cancelled", "开始、结束、失败、取消")),
  ]
}
