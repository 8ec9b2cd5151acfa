import REPLKit

// The answers of `:source` when there is nothing to show.

extension Message {
  static var saySourceOf: Message {
    Message("say what: :source form.clear", "请写明：:source form.clear")
  }
  static var sourcesNotFound: Message {
    Message("the sources of this program are not where it was built", "找不到此程序的源代码")
  }
  static func hasNoSource(_ path: String) -> Message {
    Message("\(path) is no type and no member", "\(path) 不是类型或成员")
  }
  static func noSource(of path: String, in folder: String) -> Message {
    Message("no source of \(path) is in \(folder)", "\(folder) 里没有 \(path) 的源代码")
  }
}
