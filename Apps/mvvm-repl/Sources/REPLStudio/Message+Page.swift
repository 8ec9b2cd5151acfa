import REPLKit

// The texts of the browser page.

extension Message {
  /// Returns the texts of the page in a language, by the names that the page uses for them.
  static func studioWords(in language: HelpLanguage) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: page.map { ($0.name, language == .chinese ? $0.chinese : $0.english) })
  }

  private static let page: [(name: String, english: String, chinese: String)] = [
    ("appear", "Show", "显示"),
    ("back", "Back", "返回"),
    ("beginning", "beginning", "开始"),
    ("browser", "browser", "浏览器"),
    ("cancel", "Cancel", "取消"),
    ("changed", "changed", "已改变"),
    ("close", "Close", "关闭"),
    ("command", "command", "命令"),
    ("completions", "completions", "补全"),
    ("computed", "computed", "派生值"),
    ("connect", "Connect", "连接"),
    ("connected", "connected", "已连接"),
    ("conversation", "Conversation", "对话"),
    ("cover", "Hide", "隐藏"),
    ("details", "Details", "详情"),
    ("draw", "Draw", "绘制"),
    (
      "elsewhere", "not connected; :serve at the terminal tells where the session is served now",
      "未连接；在终端输入 :serve 可得知现在的网址"
    ),
    ("enter", "Enter", "输入"),
    ("fit", "Fit", "适合宽度"),
    ("graph", "Graph", "依赖图"),
    (
      "keys", "Enter runs, Shift-Enter breaks the line, ↑ ↓ choose, Tab takes, Ctrl-Space offers",
      "Enter 执行，Shift-Enter 换行，↑ ↓ 选择，Tab 接受，Ctrl-空格 补全"
    ),
    ("later", "later", "之后"),
    (
      "legend",
      "Rounded: computed. Double: command. Bold: observer. Dotted: mentioned, but not read.",
      "圆角：派生值。双框：命令。粗框：观察者。虚线：提到但没有读取。"
    ),
    ("loading", "Loading", "正在加载"),
    ("marbles", "Marbles", "弹珠图"),
    ("more", "More", "更多"),
    ("network", "network", "网络"),
    ("nextPage", "next page", "下一页"),
    ("nextStep", "Next step", "下一步"),
    ("notConnected", "not connected", "未连接"),
    ("notShownYet", "Not shown yet.", "还没有显示。"),
    ("nothingYet", "Nothing here yet: make a view-model at the prompt.", "还没有内容：请在提示符处创建视图模型。"),
    ("now", "now", "现在"),
    ("nowAt", "now: ", "现在："),
    ("observer", "observer", "观察者"),
    ("pathsOfMarbles", "paths, such as form.phone form.signIn", "路径，如 form.phone form.signIn"),
    ("pick", "Pick", "选择"),
    ("previousPage", "previous page", "上一页"),
    ("property", "property", "属性"),
    ("prompt", "prompt", "提示符"),
    ("question", "Question", "提问"),
    ("readOnly", "read-only", "只读"),
    ("redo", "Redo", "重做"),
    ("reload", "Reload", "刷新"),
    ("retry", "Try again", "重试"),
    ("screens", "Screens", "界面"),
    ("selectNode", "Choose a node for its value and its causes.", "选择一个节点，查看它的值和原因。"),
    ("sheet", "Sheet", "模态页"),
    ("statement", "statement", "语句"),
    ("submitting", "Sending", "正在提交"),
    ("thatIsAll", "That is all.", "没有更多了。"),
    ("timeline", "Timeline", "时间线"),
    ("timer", "timer", "计时器"),
    ("tooLarge", "The graph is too large to be read; name a part of it.", "依赖图太大，请指定其中一部分。"),
    ("tooLong", "too long to be sent", "太长，无法发送"),
    ("undo", "Undo", "撤销"),
    ("watch", "Watch", "观察"),
    ("why", "Why", "为什么"),
  ]
}
