import REPLKit

// The answers of `:source` and `:edit`.

extension Message {
  static var saySourceOf: Message {
    Message("say what: :source form.clear", "请写明：:source form.clear")
  }
  static var sayEditOf: Message {
    Message("say what: :edit form.clear", "请写明：:edit form.clear")
  }
  static func noEditor(_ place: String) -> Message {
    Message(
      "no editor is set for \(place); set EDITOR before you start, as in  export EDITOR=vi",
      "没有为 \(place) 选择编辑器；启动前请设置 EDITOR，例如  export EDITOR=vi")
  }
  static func editorEnded(_ editor: String, _ status: Int32) -> Message {
    status == -1 || status == 127
      ? Message(
        "\(editor) cannot be started; VISUAL and EDITOR name the editor",
        "无法启动 \(editor)；编辑器由 VISUAL 和 EDITOR 指定")
      : Message("\(editor) ended with status \(Int(status))", "\(editor) 结束，退出码 \(Int(status))")
  }
  static func savedReloadBuilds(_ file: String) -> Message {
    Message("\(file) was saved; :reload builds it.", "\(file) 已保存；:reload 会构建它。")
  }
  /// The message that the sources are missing, except for the files that came with the program.
  static func sourcesNotFound(shipped: [String]) -> Message {
    guard !shipped.isEmpty else {
      return Message("the sources of this program are not where it was built", "找不到此程序的源代码")
    }
    return Message(
      "the sources of this program are not where it was built; only \(shipped) came with it",
      "找不到此程序的源代码；随程序附带的只有 \(shipped)")
  }
  static func shippedSource(_ file: String) -> Message {
    Message(
      "(The copy of \(file) in this program: its sources are not here.)",
      "（程序自带的 \(file) 副本：这里没有源代码。）")
  }
  static func hasNoSource(_ path: String) -> Message {
    Message("\(path) is neither a type nor a member", "\(path) 不是类型或成员")
  }
  static func noSource(of path: String, in folder: String) -> Message {
    Message("no source of \(path) is in \(folder)", "\(folder) 里没有 \(path) 的源代码")
  }
}
