import LineEditor
import REPLKit

extension Message {
  /// The purpose of a key of the line editor.
  static func purpose(of function: KeyBinding.Function) -> Message {
    let (english, chinese): (Wording, Wording) =
      switch function {
      case .enter: ("run the entry, or start a new line while it is incomplete", "执行这一条；未写完时另起一行")
      case .newline: ("start a new line in any case", "总是另起一行")
      case .complete: ("complete; again: next candidate", "补全；再按：下一个候选")
      case .completeBack: ("previous candidate", "上一个候选")
      case .dismiss: ("close the menu, hide the suggestion", "关闭菜单，隐藏灰色建议")
      case .pageUp: ("in the menu or an answer below: previous page", "在菜单或下方的回答里：上一页")
      case .pageDown: ("in the menu or an answer below: next page", "在菜单或下方的回答里：下一页")
      case .search: ("search through the history", "在历史中搜索")
      case .searchOlder: ("the next older match", "搜索到的更早一条")
      case .searchNewer: ("the next newer match", "搜索到的更晚一条")
      case .up: ("line above, or an earlier entry that starts the same", "上一行，或开头相同的更早一条")
      case .down: ("line below, or a later entry", "下一行，或更晚一条")
      case .left: ("one character left", "左移一个字符")
      case .right: ("one character right; at the end: accept the suggestion", "右移一个字符；在末尾：接受灰色建议")
      case .wordLeft: ("one word left", "左移一个词")
      case .wordRight: ("one word right; at the end: accept a word", "右移一个词；在末尾：接受灰色建议的一个词")
      case .lineStart: ("start of the line", "行首")
      case .lineEnd: ("end of the line; at the end: accept the suggestion", "行尾；在末尾：接受灰色建议")
      case .backspace: ("delete the character to the left", "删除左边的字符")
      case .delete: ("delete the character to the right", "删除右边的字符")
      case .undo: ("undo the last edit", "撤销上一次编辑")
      case .insert: ("insert what was typed", "插入输入的字符")
      case .quote: ("insert the next key as it is", "原样插入下一个按键")
      case .paste: ("insert what was pasted", "插入粘贴的文字")
      case .ignore: ("do nothing", "什么也不做")
      case .explain: ("explain the name at the cursor, below the line", "在下方说明光标处的名字")
      case .evaluate: ("show the value of the entry, without running it", "在下方显示这一条的值，但不执行")
      case .panel: ("go into the screen above the prompt, and out again", "进入提示符上方的界面，再按离开")
      case .interrupt:
        ("drop the entry; close the menu; cancel what runs", "放弃这一条；关闭菜单；取消正在执行的")
      case .end: ("on an empty line: leave; else delete to the right", "空行时：离开；否则删除右边的字符")
      case .endEmpty: ("on an empty line: leave", "空行时：离开")
      case .leave: ("leave", "离开")
      case .suspend: ("suspend the program; fg in the shell resumes it", "暂停程序；在 shell 里用 fg 继续")
      case .edit: ("edit the entry in VISUAL or EDITOR", "用 VISUAL 或 EDITOR 编辑这一条")
      case .clear: ("clear the screen", "清屏")
      }
    return Message(english, chinese, key: function.rawValue)
  }
}

extension LineEditor {
  /// The keys of the editor with their purposes, for `:keys`.
  static var purposes: [(word: String, text: Message)] {
    keys.map { ($0.keys.joined(separator: ", "), .purpose(of: $0.function)) }
  }
}
