import REPLKit

/// What the program itself says at its prompt, in the language of the help.
struct PromptWords {
  let language: HelpLanguage

  var greeting: String {
    let name = "mvvm-repl \(Program.version)  "
    return switch language {
    case .english: name + ":help explains, :lesson teaches, Ctrl-D leaves"
    case .chinese: name + ":help 帮助，:lesson 课程，Ctrl-D 离开"
    }
  }

  /// The same for a person whose screen is read aloud.
  var plainGreeting: String {
    switch language {
    case .english: "mvvm-repl \(Program.version). Type :help for help, Ctrl-D to leave."
    case .chinese: "mvvm-repl \(Program.version)。输入 :help 查看帮助，按 Ctrl-D 离开。"
    }
  }

  var wayOut: String {
    switch language {
    case .english: "Ctrl-D leaves."
    case .chinese: "按 Ctrl-D 离开。"
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
    case .english: "There is no .mvvm-repl in this folder."
    case .chinese: "此文件夹里没有 .mvvm-repl。"
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
    case .english: "This folder's .mvvm-repl is not run: read it, then type :trust."
    case .chinese: "此文件夹的 .mvvm-repl 没有运行：请先阅读，再输入 :trust。"
    }
  }
}
