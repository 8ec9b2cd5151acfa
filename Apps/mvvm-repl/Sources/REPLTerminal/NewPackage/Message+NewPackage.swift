import REPLKit

// The answers of `new`: the way to begin, or the reason why nothing was written and its remedy.

extension Message {
  static func packageWritten(_ next: String) -> Message {
    Message(
      "The package is written. Start with\n  \(next)\nand test it with  swift test",
      "已写好。开始：\n  \(next)\n测试：swift test")
  }
  static func noLayer(_ word: String, among layers: [String]) -> Message {
    let list = layers.joined(separator: ",")
    return Message(
      "there is no layer '\(word)'. Write --layers \(list)", "没有“\(word)”这一层。请写 --layers \(list)")
  }
  static var pathOrURL: Message {
    Message(
      "a package has one dependency on mvvm-repl: give --path or --url",
      "包只有一个 mvvm-repl 依赖：请给出 --path 或 --url 之一")
  }
  static func isNoAddress(_ url: String) -> Message {
    Message(
      "'\(url)' is not an address. Write --url https://… or --path FOLDER",
      "“\(url)”不是网址。请写 --url https://… 或 --path 文件夹")
  }
  static func isNoClone(_ path: String) -> Message {
    Message("'\(path)' is not a clone of mvvm-repl", "“\(path)”里没有 mvvm-repl 的仓库（git clone 得到的文件夹）")
  }
  static var noCloneKnown: Message {
    Message(
      "the location of mvvm-repl is unknown. Write --path FOLDER of a clone, or --url ADDRESS",
      "不知道 mvvm-repl 在哪里。请写 --path 仓库所在的文件夹，或 --url 网址")
  }
  static func isThereAlready(_ folder: String) -> Message {
    Message(
      "\(folder) already exists; nothing was written. Choose another name, or another folder with --in",
      "\(folder) 已经存在，什么都没有写。请换一个名字，或用 --in 指定别的文件夹")
  }
  static func folderNotMade(_ folder: String, _ reason: Message) -> Message {
    Message("\(folder) cannot be created: \(reason)", "无法创建 \(folder)：\(reason)")
  }
  static func folderNotWritten(_ folder: String, _ reason: Message) -> Message {
    Message("\(folder) cannot be written: \(reason)", "无法写入 \(folder)：\(reason)")
  }
}

// MARK: - Names

extension Message {
  static var packageNeedsName: Message {
    Message("a package needs a name. Write new Shop", "包需要一个名字。请写 mvvm-repl new Shop")
  }
  static func isNoTypeName(_ name: String, write advice: String) -> Message {
    Message(
      """
      '\(name)' is not a name for a Swift type: English letters, digits and _, not beginning with a digit. \
      Write new \(advice)
      """,
      "“\(name)”不能作 Swift 类型名：只能有英文字母、数字和 _，不以数字开头。请写 mvvm-repl new \(advice)")
  }
  static func isSwiftWord(_ name: String) -> Message {
    Message(
      "'\(name)' is a Swift keyword. Choose another name", "“\(name)”是 Swift 的关键字。请换一个名字")
  }
  static func isModule(_ name: String, _ module: String) -> Message {
    Message(
      "'\(name)' is the name of a module that the package imports, \(module). Choose another name",
      "“\(name)”与包所导入的模块 \(module) 同名。请换一个名字")
  }
  static func isNameOfTests(_ name: String, write advice: String) -> Message {
    Message(
      "'\(name)' is what the tests of \(advice) are called; write new \(advice)",
      "“\(name)”是 \(advice) 的测试模块的名字；请写 mvvm-repl new \(advice)")
  }
  static func beginsLowercase(write advice: String) -> Message {
    Message(
      "types begin with a capital letter, and so does a package. Write new \(advice)",
      "类型以大写字母开头，包也一样。请写 mvvm-repl new \(advice)")
  }
}
