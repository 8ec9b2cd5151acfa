import ViewModels

// Messages about tool commands, help, settings and leaving.

extension Message {
  static func noWord(_ name: String) -> Self {
    Self("there is no ':\(name)'", "没有“:\(name)”这个工具命令")
  }
  static var seeHelp: Self { Self("Type :help to see what there is.", "输入 :help 查看全部。") }
  static func takesNothing(_ word: String) -> Self {
    Self("':\(word)' takes no argument", "“:\(word)”不带参数")
  }
  static func writeAlone(_ word: String) -> Self { Self("Write just :\(word).", "只写 :\(word)。") }
  static func writeAlone(_ word: String, orHelp topic: String) -> Self {
    Self("Write just :\(word), or :help \(topic).", "只写 :\(word)，或 :help \(topic)。")
  }
  static var noResults: Self { Self("There are no results yet.", "还没有结果。") }
  static var results: Self { Self("Results", "结果") }
  static var noNames: Self {
    Self(
      "There are no names yet. Try let form = LoginForm().",
      "还没有名字。试试 let form = LoginForm()。")
  }
  static var names: Self { Self("Names", "名字") }
  static var viewModels: Self { Self("View-models that can be created", "可以创建的视图模型") }
  static func noHelp(on topic: String) -> Self {
    Self("there is no help on '\(topic)'", "没有关于“\(topic)”的帮助")
  }
  static var helpAlone: Self { Self("Type just :help for the overview.", "单独输入 :help 查看概览。") }
  static var waysToHelp: Self {
    Self(
      ":help lists what there is; form? or :help form explains form.",
      ":help 列出全部内容；form? 或 :help form 说明 form。")
  }
  static func noHelp(in language: String) -> Self {
    Self("there is no help in '\(language)'", "没有“\(language)”这种语言的帮助")
  }
  static func writeLanguage(_ tags: [String]) -> Self {
    let words = tags.map { ":lang \($0)" }
    return Self("Write \(oneOf: words).", "写成\(oneOf: words)。")
  }
  static func noCode(_ code: String) -> Self {
    Self("there is no code '\(code)'", "没有“\(code)”这个代码")
  }
  static var glossary: Self { Self("Glossary", "术语表") }
  static func noTerm(_ term: String) -> Self {
    Self("there is no term '\(term)'", "没有术语“\(term)”")
  }
  static var glossaryAlone: Self {
    Self("Type just :glossary to see them all.", "单独输入 :glossary 查看全部。")
  }
  static var explainAlone: Self {
    Self("Type just :explain to see them all.", "单独输入 :explain 查看全部。")
  }
  static var mistakesByCode: Self { Self("Error codes", "错误代码") }
  static var noKeys: Self {
    Self("There are no keys: this session has no keyboard.", "没有按键：此会话没有键盘。")
  }
  static var sayWhatToInspect: Self { Self("say what to inspect", "请说明要查看什么") }
  static func noSetting(_ name: String) -> Self {
    Self("there is no setting '\(name)'", "没有“\(name)”这项设置")
  }
  static func cannotBe(_ setting: String, _ value: String) -> Self {
    Self("\(setting) cannot be '\(value)'", "\(setting) 不能是“\(value)”")
  }
  static func setting(_ name: String, _ value: String) -> Self {
    Self("\(name) = \(value)", "\(name) = \(value)")
  }
  /// The answer to `:lang`.
  static var greeting: Self { Self("Help and messages are in English.", "帮助与消息：中文") }
  static var helpOverview: Self {
    Self("Type :help and one of these, a name, or any word:", "输入 :help 和下面的一项、一个名字或任意的词：")
  }
  static func isShown(_ path: String) -> Self { Self("\(path) is shown", "\(path) 已显示") }
  /// The answer to `:show` of something that is already on the screen.
  static func isStillShown(_ path: String) -> Self {
    Self(
      "\(path) is shown already; :hide \(path) before it appears again",
      "\(path) 已经在显示；先 :hide \(path)，它才会再次出现")
  }
  static func isHidden(_ path: String) -> Self { Self("\(path) is hidden", "\(path) 已隐藏") }
}

// MARK: - Words beside values

extension Message {
  static var errorWord: Self { Self("error", "错误") }
  static var helpWord: Self { Self("help", "提示") }
  static var colon: Self { Self(": ", "：") }
  static var ended: Self { Self("ended", "已结束") }
  static var runsInBackground: Self { Self("runs in the background", "已开始") }
  static var ready: Self { Self("ready", "可用") }
  static var notEnabled: Self { Self("not enabled", "不可用") }
  static var kind: Self { Self("kind", "种类") }
  static func memberKind(of member: Member) -> Self {
    if member.isConstant { return Self("constant", "常量") }
    let chinese =
      switch member.kind {
      case .property: "属性"
      case .derived: "派生值"
      case .command: "命令"
      case .child: "子视图模型"
      case .list: "列表"
      }
    return Self("\(member.kind.rawValue)", "\(chinese)")
  }
  static var secretValue: Self { Self("secret", "机密") }
  static func membersOfValue(_ names: [String]) -> Self {
    Self("members: \(names.joined(separator: ", "))", "成员：\(names.joined(separator: "、"))")
  }
  static func marbleUnit(_ step: String) -> Self {
    Self("ms, 1 column = \(step)", "ms，1 列 = \(step)")
  }
  static var wasRefused: Self { Self("refused", "被拒绝") }
  static var type: Self { Self("type", "类型") }
  static var purpose: Self { Self("for", "说明") }
  static var value: Self { Self("value", "值") }
  static var nameOfMember: Self { Self("name", "名字") }
  static var followsFrom: Self { Self("depends on", "依赖") }
  static var followedBy: Self { Self("used by", "影响") }
  static var changes: Self { Self("changes", "变化") }
  static var nothing: Self { Self("nothing", "没有") }
  static var watchesOfIt: Self { Self("watched", "个观察") }
  static var bindingsOfIt: Self { Self("bound", "个绑定") }
  static var setIt: Self { Self("set it", "设置") }
  static var watchIt: Self { Self("watch it", "观察") }
  static var executeIt: Self { Self("execute it", "执行") }
  static var inputs: Self { Self("inputs", "输入") }
  static var outputs: Self { Self("outputs", "输出") }
  static var commands: Self { Self("commands", "命令") }
  static var parts: Self { Self("parts", "组成部分") }
  static var settings: Self { Self("Settings (* = default)", "设置（* 为默认值）") }
  static var keys: Self { Self("Keys", "按键") }
  static var filters: Self { Self("Filters", "过滤器") }
  static var tool: Self { Self("Tool", "工具") }
  static var what: Self { Self("what", "名字") }
  static var before: Self { Self("before", "之前") }
  static var noNumber: Self { Self("(no number)", "（不是数字）") }
  static var noRows: Self { Self("no rows", "没有行") }
  /// The change of a list in the words of `ListChanges`, with positions and names of animations.
  static func listChange(_ text: String) -> Self {
    let chinese = text.replacing("sections", with: "分区").replacing("rows", with: "行")
    return Self("\(text)", "\(chinese)")
  }
  static var rowsSay: Self { Self("~ what rows say", "~ 行的内容") }
  static func notEnabled(_ reasons: [Message]) -> Self {
    Self("not enabled: \(reasons)", "不可用：\(reasons)")
  }
  /// The state of a command: ready, or the reasons why it cannot run.
  static func state(_ reasons: [Message]?) -> Self { reasons.map { notEnabled($0) } ?? ready }
  static func page(_ number: Int, of count: Int) -> Self {
    Self("page \(number) of \(count)", "第 \(number) 页，共 \(count) 页")
  }
  static func page(_ number: Int, of count: Int, rows: Int) -> Self {
    Self("page \(number) of \(count), \(rows, "row")", "第 \(number) 页，共 \(count) 页，\(rows) 行")
  }
  static func goesOn(_ page: Message, with statement: String) -> Self {
    Self("\(page); next page: \(statement)", "\(page)；下一页：\(statement)")
  }
}

// MARK: - Leaving

extension Message {
  static func leaving(_ losses: [Message], _ again: Message) -> Self {
    losses.reversed().reduce(again) { Self("\($1) \($0)", "\($1)\($0)") }
  }
  static var recordingUnsaved: Self {
    Self("The recording has not been saved; :save FILE saves it.", "录制尚未写入文件；:save 文件名 可保存。")
  }
  static var statementsUnsaved: Self {
    Self("What you typed is in no file; :save FILE saves it.", "你输入的内容尚未写入文件；:save 文件名 可保存。")
  }
  static func stillRunning(_ paths: [String]) -> Self {
    Self("Still running, and will be cancelled: \(paths).", "仍在执行，退出时会取消：\(paths)。")
  }
  static var quitAgain: Self { Self("Type :quit again to leave.", "再次输入 :quit 离开。") }
  static var endAgain: Self { Self("Press Ctrl-D again to leave.", "再按一次 Ctrl-D 离开。") }
}
