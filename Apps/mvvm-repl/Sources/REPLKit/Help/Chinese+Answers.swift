extension Chinese {
  /// An explanation: the thing, which may have any name, and its causes behind their links.
  static func explained(_ lines: [String]) -> [String] {
    lines.prefix(1).map(clause) + lines.dropFirst().map(explained)
  }

  /// A line of an explanation; as it is when there is no translation.
  private static func explained(_ line: String) -> String {
    let text = line.drop { $0 == " " }
    let margin = line.prefix(line.count - text.count)
    for (english, chinese) in links where text.hasPrefix(english) {
      return margin + chinese + clause(String(text.dropFirst(english.count)))
    }
    return margin + clause(String(text))
  }

  private static func clause(_ text: String) -> String {
    translated(text, by: clauses) ?? sentence(text) ?? text
  }

  /// Lines of a note, each for itself.
  static func noted(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { translated(String($0), by: notes) ?? String($0) }.joined(separator: "\n")
  }

  /// What joins a line of an explanation to the one before; longer ones first.
  static let links: [(english: String, chinese: String)] = [
    ("and because ", "并且因为 "), ("because ", "因为 "), ("since then: ", "此后："),
    ("then: ", "当时："), ("now:  ", "现在："), ("then ", "当时 "), ("now ", "现在 "),
  ]

  /// What an explanation says behind its link, the most exact ones first.
  static let clauses: [(english: String, chinese: String)] = [
    ("you typed {}", "你输入了 {}"),
    ("of something older than the log", "比日志更早的事"),
    ("not because of {}", "与 {} 无关"),
    ("{} has not changed as far as the log goes", "日志里没有 {} 的变化"),
    ("{} was set: {}", "{} 被设置：{}"),
    ("{} was set  {}", "{} 被设置  {}"),
    ("{} was given the value it had  {}", "{} 被赋予原来的值  {}"),
    ("{} was computed: {}", "{} 被重新计算：{}"),
    ("{} was computed  {}", "{} 被重新计算  {}"),
    ("the observer {} ran  {}", "观察者 {} 运行了  {}"),
    ("{} was checked, and nothing it reads had changed  {}", "{} 被检查过，它读取的值都没有变  {}"),
    ("{} sent an event: {}", "{} 发出了事件：{}"),
    ("{} sent an event  {}", "{} 发出了事件  {}"),
    ("{} sent an error: {}", "{} 发出了错误：{}"),
    ("{} sent an error  {}", "{} 发出了错误  {}"),
    ("the command {} began: {}", "命令 {} 开始：{}"),
    ("the command {} began  {}", "命令 {} 开始  {}"),
    ("the command {} is at {}", "命令 {} 进行到 {}"),
    ("the command {} ended, success: {}", "命令 {} 成功结束：{}"),
    ("the command {} ended, success  {}", "命令 {} 成功结束  {}"),
    ("the command {} ended, failure: {}", "命令 {} 失败：{}"),
    ("the command {} ended, failure  {}", "命令 {} 失败  {}"),
    ("the command {} ended, cancelled  {}", "命令 {} 被取消  {}"),
    ("the command {} ended, {}", "命令 {} 结束，{}"),
    ("the command {} was rejected, {}", "命令 {} 被拒绝，{}"),
    ("of an issue: {}", "图的问题：{}"),
    ("{} can run: all its conditions are true", "{} 可以执行：条件全部成立"),
    ("{} cannot run", "{} 不能执行"),
    ("{} would be refused", "{} 会被拒绝"),
    ("{} would run and return {}", "{} 会执行并返回 {}"),
    ("{} would run", "{} 会执行"),
    ("{} would fail: {}", "{} 会失败：{}"),
    ("{} would go on; it was cancelled", "{} 会继续执行；试运行已取消"),
    ("it was not made here, so there is no copy to try", "它不是在这里创建的，没有副本可试"),
    ("what it reaches outside is not known, so it is not tried", "不知道它会触及外部的什么，所以不试"),
    ("statement {} of {} went another way: {}", "第 {} 条语句（共 {} 条）走了另一条路：{}"),
    ("nothing changed", "什么都没有改变"),
    ("{} became {}", "{} 变为 {}"),
    ("{} is {}, it was {}", "{} 现在是 {}，之前是 {}"),
    ("{} is {}", "{} 为 {}"),
  ]

  /// What is told in answer to a statement, the most exact ones first.
  static let notes: [(english: String, chinese: String)] = [
    ("Nothing would change.", "什么都不会改变。"),
    ("not done: {}", "没有做：{}"),
    ("other in the copy: {}", "副本里不同的：{}"),
    ("Nothing has changed yet.", "还没有任何改变。"),
    ("The last change is older than the log.", "上一次改变比日志更早。"),
    ("undone: {}", "已撤销：{}"),
    ("redone: {}", "已重做：{}"),
    ("not undone: {} of what the name stood for before", "没有撤销：{} 属于这个名字以前所指的东西"),
    ("not redone: {} of what the name stood for before", "没有重做：{} 属于这个名字以前所指的东西"),
    ("cannot be undone: {}, only its view-model sets {}", "不能撤销：{}，{} 只能由视图模型设置"),
    ("cannot be redone: {}, only its view-model sets {}", "不能重做：{}，{} 只能由视图模型设置"),
    ("cannot be restored: {}, only its view-model sets {}", "不能恢复：{}，{} 只能由视图模型设置"),
    ("cannot be {}: {}, only its view-model sets {}", "不能（{}）：{}，{} 只能由视图模型设置"),
    ("nothing has changed since '{}'", "自“{}”以来没有任何改变"),
    ("{} stays as it is: … stands for a secret.", "{} 保持不变：… 代表机密值。"),
    (":quit again leaves.", "再次输入 :quit 离开。"),
    ("not restored: {} of what the name stood for before", "没有恢复：{} 属于这个名字以前所指的东西"),
    ("not {}: {} of what the name stood for before", "没有做（{}）：{} 属于这个名字以前所指的东西"),
    (
      "{}() waits for the manual clock; Ctrl-C, then run it with & and advance.",
      "{}() 在等手动时钟；按 Ctrl-C，再用 & 在后台运行，然后 advance。"
    ),
    (
      "{}() asks {}; Ctrl-C, then run it with & and answer through {}.",
      "{}() 在问 {}；按 Ctrl-C，再用 & 在后台运行，通过 {} 回答。"
    ),
    ("only its view-model sets {}; that stays", "{} 只能由视图模型设置，保持不变"),
    ("kept {} values as '{}'", "已把 {} 个值存为“{}”"),
    ("restored '{}': {}", "已恢复“{}”：{}"),
    ("Marbles begin now.", "珠子从现在开始。"),
    ("Nothing has happened to {}.", "{} 还没有发生任何事。"),
    (
      "Recording from here on; :replay, :export and :save go by it.",
      "从这里开始录制；:replay、:export 和 :save 以此为准。"
    ),
    (
      "A replay begins without what you made before: {}. Make it again now.",
      "重放时没有你之前创建的：{}。请现在重新创建。"
    ),
    ("Recorded {} statements.", "录制了 {} 条语句。"),
    ("replayed {} statements; all went as before", "重放了 {} 条语句，全部与之前一样"),
    ("wrote {}: 1 line", "已写入 {}：1 行"),
    ("wrote {}: {} lines", "已写入 {}：{} 行"),
    ("wrote {}: {}", "已写入 {}：{}"),
    ("added to {}: 1 line", "已追加到 {}：1 行"),
    ("added to {}: {} lines", "已追加到 {}：{} 行"),
    ("added to {}: {}", "已追加到 {}：{}"),
    ("secrets were left out; line {} needs one", "机密值没有写入；第 {} 行需要一个"),
    ("secrets were left out; lines {} need them", "机密值没有写入；第 {} 行需要它们"),
    ("already watched as {}", "已经在观察：{}"),
    ("'{}' was a {}; that has no name any more", "“{}”原来是 {}；它不再有名字"),
    ("'{}' stands for something else now, not for the tool's own", "“{}”现在指别的，不再是工具自带的"),
    ("{}() asks {}; answer through {}.", "{}() 在问 {}；通过 {} 回答。"),
    ("copied {} characters", "已复制 {} 个字符"),
    ("The clock is real.", "时钟自行走动（real）。"),
    ("The clock is manual.", "时钟由你推进（manual）。"),
    ("The clock is {}.", "时钟为 {}。"),
    ("There are no results yet.", "还没有结果。"),
    (
      "There are no names yet. Write let form = LoginForm(), say.",
      "还没有名字。例如写 let form = LoginForm()。"
    ),
    (
      "Nothing is bound. Write bind form.phone <-> other.phone, say.",
      "没有绑定。例如写 bind form.phone <-> other.phone。"
    ),
    ("Nothing is watched. Write watch form.output, say.", "没有观察任何值。例如写 watch form.output。"),
    ("Nothing runs in the background. Write form.signIn() &, say.", "后台没有命令。例如写 form.signIn() &。"),
    ("There are no keys: nobody types into this session.", "没有按键：这里没有人在键盘前。"),
    ("{} is shown", "{} 已显示"),
    ("{} is hidden", "{} 已隐藏"),
    ("nothing", "没有值"),
    (
      "batch {}: {} writes, {} recomputes, {} observer runs, {} skips",
      "第 {} 批：写入 {} 次，重算 {} 次，观察者运行 {} 次，跳过 {} 次"
    ),
    ("  double work: {}", "  重复计算：{}"),
    ("  recomputed to an equal value: {}", "  重算后值不变：{}"),
    ("  glitches: {}", "  不一致：{}"),
    ("  issues: {}", "  问题：{}"),
  ]

  /// Titles of answers, and words beside values.
  static let headings: [String: String] = [
    "title.codes": "错误代码",
    "title.Would change": "会改变",
    "title.Timeline": "时间线",
    "title.Results": "结果",
    "title.View-models that can be created": "可以创建的视图模型",
    "title.Names": "名字",
    "title.Bound": "绑定",
    "title.In the background": "后台",
    "title.Watched": "观察",
    "title.Dropped or replaced": "丢弃或替换",
    "title.What is wrong": "问题",
    "label.now": "现在",
    "label.meanwhile": "其间",
    "label.gone": "没有了",
    "label.not there": "原来没有",
    "label.binding": "绑定",
    "label.ended": "已结束",
    "label.job": "后台命令",
    "label.runs in the background": "在后台运行",
    "label.ready": "可用",
    "label.not enabled": "不可用",
    "label.kind": "种类",
    "label.type": "类型",
    "label.for": "用途",
    "label.value": "值",
    "label.follows from": "来自",
    "label.followed by": "影响",
    "label.changes": "变化",
    "label.nothing": "没有",
    "label.watched": "个观察",
    "label.bound": "个绑定",
    "label.set it": "设置",
    "label.watch it": "观察",
    "label.execute it": "执行",
  ]
}
