import LineEditor
import REPLKit

extension Message {
  /// The purpose of a key of the line editor.
  static func purpose(of function: KeyBinding.Function) -> Message {
    switch function {
    case .enter:
      Message(
        "run the entry, or start a new line while it is incomplete", "运行这一条；未写完时另起一行",
        key: function.rawValue)
    case .newline:
      Message("start a new line in any case", "总是另起一行", key: function.rawValue)
    case .complete:
      Message("complete; again: next candidate", "补全；再按：下一个候选", key: function.rawValue)
    case .completeBack:
      Message("previous candidate", "上一个候选", key: function.rawValue)
    case .dismiss:
      Message("close the menu, hide the suggestion", "关闭菜单，隐藏建议", key: function.rawValue)
    case .pageUp:
      Message(
        "in the menu or an answer below: a page back", "在菜单或下方的回答里向前翻页", key: function.rawValue)
    case .pageDown:
      Message("in the menu or an answer below: a page on", "在菜单或下方的回答里向后翻页", key: function.rawValue)
    case .search:
      Message("search through the history", "在历史中搜索", key: function.rawValue)
    case .searchOlder:
      Message("the next older match", "搜索到的更早一条", key: function.rawValue)
    case .searchNewer:
      Message("the next newer match", "搜索到的更晚一条", key: function.rawValue)
    case .up:
      Message(
        "line above, or an earlier entry that starts the same", "上一行，或开头相同的更早一条",
        key: function.rawValue)
    case .down:
      Message("line below, or a later entry", "下一行，或更晚一条", key: function.rawValue)
    case .left:
      Message("one character left", "左移一个字符", key: function.rawValue)
    case .right:
      Message(
        "one character right; at the end: accept the suggestion", "右移一个字符；在末尾：接受建议",
        key: function.rawValue)
    case .wordLeft:
      Message("one word left", "左移一个词", key: function.rawValue)
    case .wordRight:
      Message(
        "one word right; at the end: accept a word", "右移一个词；在末尾：接受一个词", key: function.rawValue)
    case .lineStart:
      Message("start of the line", "行首", key: function.rawValue)
    case .lineEnd:
      Message(
        "end of the line; at the end: accept the suggestion", "行尾；在末尾：接受建议", key: function.rawValue)
    case .backspace:
      Message("delete the character to the left", "删除左边的字符", key: function.rawValue)
    case .delete:
      Message("delete the character to the right", "删除右边的字符", key: function.rawValue)
    case .undo:
      Message("undo the last edit", "撤销上一次编辑", key: function.rawValue)
    case .insert:
      Message("insert what was typed", "插入输入的字符", key: function.rawValue)
    case .quote:
      Message("insert the next key as it is", "原样插入下一个按键", key: function.rawValue)
    case .paste:
      Message("insert what was pasted", "插入粘贴的文字", key: function.rawValue)
    case .ignore:
      Message("do nothing", "什么也不做", key: function.rawValue)
    case .explain:
      Message(
        "explain the name at the cursor, below the line", "在下方说明光标处的名字", key: function.rawValue)
    case .evaluate:
      Message(
        "show the value of the entry, without running it", "在下方显示这一条的值，但不运行",
        key: function.rawValue)
    case .panel:
      Message(
        "go into the screen above the prompt, and out again", "进入提示符上方的屏幕，再按离开",
        key: function.rawValue)
    case .interrupt:
      Message("drop the entry; close the menu", "放弃这一条；关闭菜单", key: function.rawValue)
    case .end:
      Message(
        "on an empty line: leave; else delete to the right", "空行时：离开；否则删除右边的字符",
        key: function.rawValue)
    case .suspend:
      Message(
        "suspend the program; fg in the shell resumes it", "暂停程序；在 shell 里用 fg 继续",
        key: function.rawValue
      )
    case .edit:
      Message(
        "edit the entry in VISUAL or EDITOR", "用 VISUAL 或 EDITOR 编辑这一条", key: function.rawValue)
    case .clear:
      Message("clear the screen", "清屏", key: function.rawValue)
    }
  }
}
