import REPLKit

// The questions and answers of `:new`.

extension Message {
  static func noTypeToMake(_ name: String, among names: [String]) -> Message {
    names.isEmpty
      ? Message("there is no \(name) to create", "没有可以创建的 \(name)")
      : Message(
        "there is no \(name) to create; there are \(names)", "没有可以创建的 \(name)；可用的有 \(names)")
  }
  static var nothingToMake: Message {
    Message("nothing can be created here", "这里没有可以创建的视图模型")
  }
  static var whichType: Message { Message("type", "类型") }
  static var whichName: Message { Message("name", "名字") }
  static var creationHelp: Message {
    Message("Tab completes, Enter takes the grey value, Esc leaves.", "Tab 补全，Enter 接受灰色建议，Esc 离开。")
  }
  static func isNeeded(_ parameter: String) -> Message {
    Message("\(parameter) is needed.", "需要 \(parameter)。")
  }
  static func isNoName(_ text: String) -> Message {
    Message("'\(text)' is not a name.", "“\(text)”不能作名字。")
  }
  static func isTaken(_ name: String) -> Message {
    Message(
      "'\(name)' is already in use; let \(name) = … at the prompt reassigns it.",
      "“\(name)”已在使用；在提示符处用 let \(name) = … 可以重新指定。")
  }
  static var nothingMade: Message { Message("Nothing was created.", "什么都没有创建。") }
  static var writeToMake: Message { Message("Write, with your values", "写成下面这样，换上你的值") }
}
