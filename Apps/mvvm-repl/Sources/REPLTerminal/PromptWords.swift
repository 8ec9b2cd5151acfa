import Foundation
import REPLKit

/// What the program itself says at its prompt, in the language of the help.
struct PromptWords {
  let language: HelpLanguage

  /// The first screen: the program's purpose, a first line to type, and the ways on.
  func greeting(first: String?, hasLessons: Bool) -> String {
    let first = first ?? ":types"
    return switch language {
    case .english:
      """
      \(Identity.current.title): drive view-models by typing.
      Begin with  \(first)  (Right takes the grey text, Tab completes)
      :help explains\(hasLessons ? ", :lesson teaches" : ""), Ctrl-D leaves
      """
    case .chinese:
      """
      \(Identity.current.title)：用输入来驱动视图模型。
      先输入  \(first)  （→ 接受灰色文字，Tab 补全）
      :help 帮助\(hasLessons ? "，:lesson 课程" : "")，Ctrl-D 离开
      """
    }
  }

  /// The same for a person whose screen is read aloud.
  var plainGreeting: String {
    switch language {
    case .english: "\(Identity.current.title). Type :help for help, Ctrl-D to leave."
    case .chinese: "\(Identity.current.title)。输入 :help 查看帮助，按 Ctrl-D 离开。"
    }
  }

  var wayOut: String {
    switch language {
    case .english: "Ctrl-D leaves."
    case .chinese: "按 Ctrl-D 离开。"
    }
  }

  /// That lines of an answer wait.
  func more(_ count: Int) -> String {
    switch language {
    case .english: "… \(count) more lines: :more"
    case .chinese: "… 还有 \(count) 行：:more"
    }
  }

  var history: String {
    switch language {
    case .english: "History"
    case .chinese: "历史"
    }
  }

  /// How long an entry took.
  func took(_ time: Duration) -> String {
    let time = time.formatted(
      .units(
        allowed: [.seconds, .milliseconds, .microseconds], width: .narrow, maximumUnitCount: 1
      )
      .locale(Locale(identifier: "en_US")))
    return switch language {
    case .english: "took \(time)"
    case .chinese: "用时 \(time)"
    }
  }

  var nothingMore: String {
    switch language {
    case .english: "There is nothing more to show."
    case .chinese: "没有更多内容。"
    }
  }

  var cancelling: String {
    switch language {
    case .english: "Ctrl-C cancels"
    case .chinese: "Ctrl-C 取消"
    }
  }

  var nothingFits: String {
    switch language {
    case .english: "No completions."
    case .chinese: "没有可补全的内容。"
    }
  }

  var noName: String {
    switch language {
    case .english: "There is no name at the cursor."
    case .chinese: "光标处没有名字。"
    }
  }

  var search: String {
    switch language {
    case .english: "search:"
    case .chinese: "历史搜索："
    }
  }

  var startupFiles: String {
    switch language {
    case .english: "the startup files"
    case .chinese: "启动文件"
    }
  }

  var nothingToTrust: String {
    switch language {
    case .english: "There is no .\(Identity.current.name) in this folder."
    case .chinese: "此文件夹里没有 .\(Identity.current.name)。"
    }
  }

  func trusted(_ path: String) -> String {
    switch language {
    case .english: "\(path) is trusted until it changes."
    case .chinese: "已信任 \(path)，直到它改变。"
    }
  }

  var notTrusted: String {
    switch language {
    case .english: "This folder's .\(Identity.current.name) is not run: read it, then type :trust."
    case .chinese: "此文件夹的 .\(Identity.current.name) 没有运行：请先阅读，再输入 :trust。"
    }
  }
}
