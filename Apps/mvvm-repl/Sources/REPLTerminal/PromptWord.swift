import REPLKit

extension ToolCommand {
  /// A stand-in for a word that only a prompt has that paints, in a run without one.
  static func needingPrompt(_ name: String, isPlain: Bool = false) -> ToolCommand {
    ToolCommand(name, Message("works only at the prompt", "只能在提示符处使用")) { _ in
      throw Message.needsPrompt(name, isPlain: isPlain)
    }.unrecorded()
  }
}

/// A word that the prompt adds to the tool's words; without a prompt it only says so.
enum PromptWord: String, CaseIterable {
  case more, history, clear

  /// Makes the command for the word.
  func command(
    perform: @escaping @MainActor @Sendable (String) async throws -> [Record]
  ) -> ToolCommand {
    ToolCommand(rawValue, explanation, perform: perform).unrecorded()
  }

  private var explanation: Message {
    switch self {
    case .more: Message("the rest of a long answer", "长回答的其余部分")
    case .history:
      Message(
        "what you typed here: :history, or :history TEXT for entries that contain it",
        "你在这里输入过的内容；:history 文字 只列含有它的")
    case .clear: Message("clear the screen, as Ctrl-L does", "清屏，同 Ctrl-L")
    }
  }
}
