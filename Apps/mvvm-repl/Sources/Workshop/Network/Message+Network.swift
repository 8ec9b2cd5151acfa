import Networking
import NetworkingSimulation
import REPLKit

// The messages of `:network`, `:server` and `:stub`.

extension Message {
  static var lessonStoreEnds: Message {
    Message("The store of this lesson or talk will be empty.", "这一课或演讲的存储会清空。")
  }
  static var serverStops: Message {
    Message("The server that you started will stop.", "你启动的服务器会停止。")
  }
  static func networkNotKnown(_ text: String) -> Message {
    Message(
      "':network \(text)' is not known. Write :network wifi, cellular, offline, good, slow or flaky 25%.",
      "不认识“:network \(text)”。写成 :network wifi、cellular、offline、good、slow 或 flaky 25%。")
  }
  static func serverNotKnown(_ text: String) -> Message {
    Message(
      """
      ':server \(text)' is not known. Write :server start, stop, log, delay 1s, fail 25%, limit 10 \
      or normal.
      """,
      "不认识“:server \(text)”。写成 :server start、stop、log、delay 1s、fail 25%、limit 10 或 normal。")
  }
  static func otherAPI(_ address: String) -> Message {
    Message(
      "an API at \(address) is in use; start without --api to have the workshop's own server.",
      "正在使用 \(address) 的 API；不带 --api 启动，才有工作坊自己的服务器。")
  }
  static var serverStopped: Message {
    Message("server: stopped; the next request starts it again", "服务器：已停止；下一个请求会再启动它")
  }
  static var noRequests: Message { Message("server: no requests yet", "服务器：还没有请求") }
  static var requests: Message { Message("requests", "请求") }
  static func noNumberOfRequests(_ text: String) -> Message {
    Message(
      "'\(text)' is not a number of requests. Write :server limit 10.",
      "“\(text)”不是请求的个数。写成 :server limit 10。")
  }
  static func noShare(_ text: String) -> Message {
    Message("'\(text)' is not a share. Write 25% or 0.25.", "“\(text)”不是比例。写成 25% 或 0.25。")
  }
  static func shareTooLarge(_ text: String) -> Message {
    Message("'\(text)' is not a share: it goes from 0% to 100%.", "“\(text)”不是比例：应在 0% 到 100% 之间。")
  }
  static func noDelay(_ text: String) -> Message {
    Message(
      "'\(text)' is not a delay. Write 250ms or 2s, up to a minute.",
      "“\(text)”不是延迟。写成 250ms 或 2s，最多一分钟。")
  }

  /// The kind of the network, and how it behaves.
  static func network(_ conditions: NetworkConditions, _ status: ReachabilityStatus) -> Message {
    guard status.isReachable else { return Message("network: offline", "网络：断开") }
    let (kind, inChinese) = (status.rawValue, status == .cellular ? "移动" : "无线")
    if conditions == .slow {
      return Message(
        "network: \(kind), slow: 400 ms before each answer, 32 kB per second",
        "网络：\(inChinese)，缓慢：每个响应前 400 毫秒，每秒 32 kB")
    }
    guard conditions.failureRate > 0 else { return Message("network: \(kind)", "网络：\(inChinese)") }
    let share = percent(conditions.failureRate)
    return Message(
      "network: \(kind), flaky: \(share) of the requests fail", "网络：\(inChinese)，不稳：\(share) 的请求失败")
  }

  /// The address of the server, and how it behaves.
  static func server(_ address: String, _ switches: WorkshopSwitches) -> Message {
    var parts: [(english: String, chinese: String)] = []
    if switches.delay > .zero {
      let delay = Int(switches.delay / .milliseconds(1))
      parts.append(("answers after \(delay) ms", "\(delay) 毫秒后响应"))
    }
    if switches.failureRate > 0 {
      let share = percent(switches.failureRate)
      parts.append(("\(share) fail", "\(share) 失败"))
    }
    if let limit = switches.requestsPerMinute {
      parts.append(("\(limit) requests a minute", "每分钟 \(limit) 个请求"))
    }
    if parts.isEmpty { parts = [("normal", "正常")] }
    return Message(
      "server: \(address), \(parts.map(\.english).joined(separator: ", "))",
      "服务器：\(address)，\(parts.map(\.chinese).joined(separator: "，"))")
  }

  private static func percent(_ share: Double) -> String {
    "\((share * 1000).rounded() / 10)%".replacing(".0%", with: "%")
  }
}

// MARK: - Stubs

extension Message {
  static func stub(_ number: Int, _ request: String, _ answers: String) -> Message {
    Message("stub #\(number): \(request) -> \(answers)", "桩 #\(number)：\(request) -> \(answers)")
  }
  static var stubs: Message { Message("Stubs", "桩") }
  static var noStubs: Message { Message("There are no stubs.", "没有桩。") }
  static var noStubsYet: Message {
    Message(
      "There are no stubs. Try :stub GET /posts/{id} -> 200 {\"id\": 7}.",
      "没有桩。试试 :stub GET /posts/{id} -> 200 {\"id\": 7}。")
  }
  static func noStub(_ text: String) -> Message {
    Message(
      "there is no stub '\(text)'. Type :stub to see what there is.", "没有桩“\(text)”。输入 :stub 查看全部。"
    )
  }
  static func stubEnded(_ number: Int, _ request: String) -> Message {
    Message("ended: stub #\(number) \(request)", "已结束：桩 #\(number) \(request)")
  }
  static func wasNotSent(_ request: String) -> Message {
    Message(
      "\(request) was not sent; :stub answers in the server's place",
      "\(request) 没有发送；:stub 可以代替服务器响应")
  }
  static var loginNotKept: Message { Message("the login was not kept", "登录没有保存") }
  static var bookNotKept: Message { Message("the shelf was left as it is", "书架保持原样") }

  /// The problem with a stub, and the way to write one.
  static func stub(_ problem: Message) -> Message {
    Message(
      "\(problem). Write :stub GET /posts/{id} -> 200 {\"id\": 7} after 1s, then timeout.",
      "\(problem)。写成 :stub GET /posts/{id} -> 200 {\"id\": 7} after 1s, then timeout。")
  }
  static func stubMeant(_ mistake: Message, _ meant: String) -> Message {
    Message("\(mistake) Did you mean \(meant)?", "\(mistake)是不是要写 \(meant)？")
  }
  static var answerBehindArrow: Message {
    Message("the answer comes after ->", "响应写在 -> 后面")
  }
  static func tooMuch(_ text: String) -> Message {
    Message("'\(text)' is not expected here", "“\(text)”多余")
  }
  static func noRequest(_ text: String) -> Message {
    Message("'\(text)' is not a request", "“\(text)”不是请求")
  }
  static func openName(_ path: String) -> Message {
    Message("a name in '\(path)' is not closed", "“\(path)”里的名字没有结束")
  }
  static func noStatus(_ number: String) -> Message {
    Message(
      "\(number) is not a status of an answer; they go from 200 to 599",
      "\(number) 不是响应的状态码；状态码从 200 到 599")
  }
  static func noAnswer(_ failures: [String]) -> Message {
    Message(
      "an answer is a status, JSON, or one of \(failures)", "响应是状态码、JSON 或其中之一：\(failures)")
  }
  static func noJSON(_ text: String) -> Message {
    Message("'\(text)' is not JSON", "“\(text)”不是 JSON")
  }
}
