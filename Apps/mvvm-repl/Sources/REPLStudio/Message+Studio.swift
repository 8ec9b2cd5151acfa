import REPLKit

// What is told of a session in a browser.

extension Message {
  static var aboutServe: Message {
    Message(
      "open this session in a browser on this machine; :serve off ends that",
      "在本机的浏览器中打开此会话；:serve off 结束")
  }
  static func served(_ address: String) -> Message {
    Message(
      "\(address)\nOpen it in a browser on this machine. Whoever has the address can do what you can; :serve off ends it.",
      "\(address)\n请在本机的浏览器中打开。拥有此地址的人可以做你能做的一切；:serve off 结束。")
  }
  static var servedNoLonger: Message {
    Message("The session is no longer open in a browser.", "会话已不在浏览器中。")
  }
  static var notServed: Message {
    Message("The session is not open in a browser; :serve opens it.", "会话不在浏览器中；:serve 打开。")
  }
  static func cannotBeServed(_ reason: String) -> Message {
    Message("the session cannot be served: \(reason)", "无法提供此会话：\(reason)")
  }
  static func serverHasEnded(_ reason: String) -> Message {
    Message(
      "The browser server has stopped: \(reason). :serve opens it again at the same address.",
      "浏览器的服务已结束：\(reason)。:serve 在同一地址重新打开。")
  }
  static var serveNeedsPrompt: Message {
    Message(":serve needs a prompt", ":serve 需要提示符")
  }
  static var serveOrOff: Message {
    Message("write :serve, or :serve off", "请写 :serve 或 :serve off")
  }
  static var notUnderstood: Message {
    Message("the program did not understand the page", "程序没有看懂页面的请求")
  }
  static var promptIsClosed: Message { Message("the prompt has ended", "提示符已结束") }
  static var tooManyEntries: Message {
    Message("too many statements are waiting; try again", "等待的语句太多，请重试")
  }
  static func nothingToDraw(_ path: String) -> Message {
    Message("\(path) is not a view-model", "\(path) 不是视图模型")
  }
}
