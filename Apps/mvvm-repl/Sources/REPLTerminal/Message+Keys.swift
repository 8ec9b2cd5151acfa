import REPLKit

extension Message {
  /// What a key of the line editor does.
  static func key(_ function: String, _ purpose: String) -> Message {
    Message("\(purpose)", "\(chinesePurposes[function] ?? purpose)", key: function)
  }

  /// The Chinese texts by the names of the keys' functions.
  static let chinesePurposes = [
    "repl-enter": "运行这一条；未写完时另起一行",
    "repl-newline": "总是另起一行",
    "repl-complete": "补全；再按：下一个候选",
    "repl-complete-back": "上一个候选",
    "repl-dismiss": "关闭菜单，隐藏建议",
    "repl-page-up": "在菜单或下方的回答里向前翻页",
    "repl-page-down": "在菜单或下方的回答里向后翻页",
    "repl-search": "在历史中搜索",
    "repl-up": "上一行，或开头相同的更早一条",
    "repl-down": "下一行，或更晚一条",
    "repl-left": "左移一个字符",
    "repl-right": "右移一个字符；在末尾：接受建议",
    "repl-word-left": "左移一个词",
    "repl-word-right": "右移一个词；在末尾：接受一个词",
    "repl-line-start": "行首",
    "repl-line-end": "行尾；在末尾：接受建议",
    "repl-backspace": "删除左边的字符",
    "repl-delete": "删除右边的字符",
    "repl-undo": "撤销上一次编辑",
    "repl-quote": "原样插入下一个按键",
    "repl-explain": "在下方说明光标处的名字",
    "repl-evaluate": "在下方显示这一条的值，但不运行",
    "repl-panel": "进入提示符上方的屏幕，再按离开",
    "repl-interrupt": "放弃这一条；关闭菜单",
    "repl-end": "空行时：离开；否则删除右边的字符",
    "repl-suspend": "暂停程序；在 shell 里用 fg 继续",
    "repl-edit": "用 VISUAL 或 EDITOR 编辑这一条",
    "repl-clear": "清屏",
  ]
}
