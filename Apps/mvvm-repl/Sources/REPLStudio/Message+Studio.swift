import REPLKit

// Messages about a session that is served to browsers.

extension Message {
  static var aboutServe: Message {
    Message(
      "open this session in a browser on this machine; :serve on ADDRESS:PORT also on others, :serve off ends it",
      "在本机的浏览器中打开此会话；:serve on 地址:端口 也供其他机器使用；:serve off 结束")
  }
  static func browsersAreDisconnected(_ count: Int) -> Message {
    Message("\(count, "browser") will be disconnected.", "\(count) 个浏览器会断开。")
  }
  static func served(_ place: StudioPlace) -> Message {
    let full = place.addresses(of: .full).joined(separator: "\n")
    let readOnly = place.addresses(of: .readOnly).joined(separator: "\n")
    guard !place.endpoint.isLoopback else {
      return Message(
        """
        \(full)
        Open it in a browser on this machine. Whoever has the address can do what you can; :serve off ends it.
        \(readOnly)
        Whoever has this one sees everything, and can change nothing.
        """,
        """
        \(full)
        请在本机的浏览器中打开。拥有此网址的人可以做你能做的一切；:serve off 结束。
        \(readOnly)
        拥有此网址的人可以看到一切，但不能更改任何内容。
        """)
    }
    let host = place.endpoint.host
    return Message(
      """
      \(full)
      Whoever has this address can do what you can.
      \(readOnly)
      Whoever has this one sees everything, and can change nothing.
      Warning: every machine that reaches \(host) can connect. It is plain HTTP: whoever can listen on the way reads all \
      of it, the address in use and what is typed on the page too, and can use that address. Only in a network that you \
      trust; :serve off ends it.
      """,
      """
      \(full)
      拥有此网址的人可以做你能做的一切。
      \(readOnly)
      拥有此网址的人可以看到一切，但不能更改任何内容。
      警告：能访问 \(host) 的每台机器都可以连接。传输使用未加密的 HTTP：途中能监听的人可以读到全部内容，包括所用的网址和在页面上输入的内容，\
      并可以使用该网址。请只在你信任的网络中使用；:serve off 结束。
      """)
  }
  static var servedAlready: Message {
    Message(
      "the session is served already; :serve off ends that first", "会话已在浏览器中打开；请先用 :serve off 结束")
  }
  static func notAnEndpoint(_ text: String) -> Message {
    Message(
      "'\(text)' is not an address of this machine in digits, as 192.168.1.5:8123, [::1]:8123, or 0.0.0.0:8123 for all",
      "“\(text)”不是用数字写的本机地址，如 192.168.1.5:8123、[::1]:8123，或表示全部地址的 0.0.0.0:8123")
  }
  static func notAPort(_ text: String) -> Message {
    Message("'\(text)' is not a port: 1 to 65535", "“\(text)”不是端口：1 到 65535")
  }
  static func notOfOneMachine(_ address: String) -> Message {
    Message("\(address) is not the address of one machine", "\(address) 不是一台机器的地址")
  }
  static func isLinkLocal(_ address: String) -> Message {
    Message("\(address) is link-local, and cannot be served", "\(address) 是链路本地地址，不能用于服务")
  }
  static var readOnly: Message {
    Message(
      "this address is read-only: it shows everything, and changes nothing",
      "此网址是只读的：可以看到一切，不能更改任何内容")
  }
  static var servedNoLonger: Message {
    Message("The session is no longer open in a browser.", "会话已不在浏览器中。")
  }
  static var notServed: Message {
    Message("The session is not open in a browser; :serve opens it.", "会话没有在浏览器中打开；请输入 :serve。")
  }
  static func cannotBeServed(_ reason: Message) -> Message {
    Message("the session cannot be served: \(reason)", "无法在浏览器中打开此会话：\(reason)")
  }
  static func serverHasEnded(_ reason: Message) -> Message {
    Message(
      "The browser server has stopped: \(reason). :serve opens it again at the same address.",
      "浏览器服务已停止：\(reason)。:serve 在同一网址重新打开。")
  }
  static var serveNeedsPrompt: Message {
    Message(":serve needs a prompt", ":serve 需要提示符")
  }
  static var serveOrOff: Message {
    Message(
      "write :serve, :serve on ADDRESS:PORT, or :serve off",
      "请写 :serve、:serve on 地址:端口 或 :serve off")
  }
  static var notUnderstood: Message {
    Message("the program did not understand the page", "程序没有看懂页面的请求")
  }
  static var promptIsClosed: Message {
    Message(
      "this has not run: the session is no longer open in a browser", "没有执行：会话已不在浏览器中")
  }
  static var tooManyBrowsers: Message {
    Message(
      "all places are taken; this page connects when one is free",
      "名额已满；有空位时此页面会自动连接")
  }
  static var tooManyEntries: Message {
    Message("too many statements are waiting; try again", "等待的语句太多，请重试")
  }
  static func nothingToDraw(_ path: String) -> Message {
    Message("\(path) is not a view-model", "\(path) 不是视图模型")
  }
}
