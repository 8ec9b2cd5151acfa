import Foundation
import HTTPTypes
public import Networking
public import REPLKit
public import Store

// The errors of the lower layers: in English their own words, in Chinese a text for their code.

extension Message {
  static func storeCannotBeOpened(_ error: Message) -> Self {
    Self("the store cannot be opened: \(error)", "无法打开存储：\(error)")
  }
  static func loginCannotBeRead(_ error: Message) -> Self {
    Self(
      "the remembered login cannot be read, so none is offered: \(error)",
      "无法读取记住的登录，所以不提供：\(error)")
  }
  static var stubAnswersThatWay: Self {
    Self("because a stub answers that way; :stub lists them", "桩设成了这样；:stub 列出全部")
  }
  static var logHasRequests: Self {
    Self("net.log lists the requests and what became of them.", "net.log 列出各次请求及结果。")
  }
  static func replayHasNoFolder(_ error: Message) -> Self {
    Self("a replay has no folder for downloads: \(error)", "重放没有可供下载的文件夹：\(error)")
  }
  static func replayBeginsAnew(_ error: Message) -> Self {
    Self("a replay begins with an empty store: \(error)", "重放从空的存储开始：\(error)")
  }
}

extension NetworkError: WordedError {
  /// The description of the error in both languages.
  public var worded: Message {
    // A cause with a text in both languages is a part of the message.
    let causes = [cause as? Message].compactMap(\.self).map { Message("：\($0)", "：\($0)") }
    return Message(
      "\(english)", "\(code.chinese(of: self))\(causes)\(place)", key: "networkError")
  }

  /// The place where the answer is kept, unless the error tells what it says.
  public var help: Message? { code == .badStatus && cause == nil ? .logHasRequests : nil }

  /// The message, request, attempts and cause; for an error of the system only its sentence.
  private var english: String {
    var text = message + (request.map { " [\($0)]" } ?? "")
    if attempts > 1 { text += " after \(attempts) attempts" }
    guard let cause else { return text }
    let isSystems = [NSCocoaErrorDomain, NSPOSIXErrorDomain].contains((cause as NSError).domain)
    let words = isSystems ? cause.localizedDescription : "\(cause)"
    return message.contains(words) ? text : text + " (\(words))"
  }

  /// The part of the error that a reader can act on, without the address of the request.
  var advice: Message { Message("\(message)", "\(code.chinese(of: self))", key: "networkError") }

  private var place: String {
    (request.map { " [\($0)]" } ?? "") + (attempts > 1 ? "（尝试了 \(attempts) 次）" : "")
  }
}

extension NetworkError.Code {
  fileprivate func chinese(of error: NetworkError) -> String {
    switch self {
    case .invalidRequest: "请求写法不对，没有发送；请检查网址（用 http 或 https，不写用户名）、请求头和正文"
    case .offline: "没有网络；请打开网络，或使用缓存"
    case .hostNotFound: "找不到主机"
    case .cannotConnect: "无法连接服务器"
    case .proxyRefused:
      error.proxyStatus.map { "代理拒绝连接服务器（状态码 \($0.code)）；请检查代理的规则、用户名和密码" }
        ?? "代理拒绝连接服务器"
    case .connectionLost: "连接中断，响应不完整"
    case .untrustedServer: "服务器不可信任"
    case .timedOut: "服务器没有及时响应"
    case .cancelled: "请求被取消了"
    case .tooLarge: "内容超过请求的上限"
    case .malformedResponse: "响应不是合法的 HTTP"
    case .redirectRefused: "重定向被拒绝"
    case .badStatus:
      error.response.map { "服务器返回了状态码 \($0.status.code)" } ?? "服务器返回了失败的状态码"
    case .undecodable: "响应不是所需的模型"
    case .notCached: "缓存里没有"
    case .file: "文件无法读写"
    case .noFixture: "没有准备好的响应；用 :stub 代替服务器响应"
    case .unauthenticated: "没有登录，请求没有发送"
    }
  }
}

extension StoreError: WordedError {
  /// The description of the error in both languages.
  public var worded: Message { Message("\(message)", "\(code.chinese)", key: "storeError") }
}

extension StoreError.Code {
  fileprivate var chinese: String {
    switch self {
    case .invalidName: "这个名字不能用于存储或表"
    case .noSuchTable: "没有这个表"
    case .wrongTableKind: "表的种类不对"
    case .closed: "存储已经关闭"
    case .snapshotEnded: "读取出错，快照已经提前结束；请重新读取"
    case .cannotOpen: "文件无法打开或创建"
    case .notAStore: "文件不是存储"
    case .newerFile: "文件由更新的版本写成"
    case .damaged: "存储的内容已损坏；请删除 verify() 列出的行，没有列出时用 compact()，或从备份恢复"
    case .wrongType: "存储的值是别的类型"
    case .unencodable: "值无法编码"
    case .busy: "文件正被别的连接占用"
    case .diskFull: "磁盘已满，什么都没有写入"
    case .readOnly: "存储是只读的"
    case .inputOutput: "读写失败"
    case .tooLarge: "值太大"
    case .reentrant: "在存储自己的闭包里又用了它"
    case .migrationFailed: "迁移失败，文件保持原样"
    case .malformedImport: "导入的内容不是导出的格式"
    case .constraint: "违反了表的约束"
    case .database: "数据库报告了错误"
    }
  }
}
