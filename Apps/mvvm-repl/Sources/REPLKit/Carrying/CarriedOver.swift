/// What came of a session that another one has taken.
public struct CarriedOver: Sendable {
  /// What could not be taken, in the order in which it was tried.
  public let losses: [CarriedSession.Loss]
  /// The looks of the watches, for a host that keeps them in sight; what differs from before has been told
  /// by the session itself.
  public let looks: [Record]
}

extension CarriedSession {
  /// Something that another session could not take.
  public struct Loss: Codable, Sendable, Hashable {
    /// What it was: a name, a path, a watch.
    public let what: String
    let reason: Reason

    enum Reason: Codable, Hashable {
      case noType(String)
      case notMade(String)
      case notMadeHere
      case noMember
      case misfit(String)
      case setByItself
      case running
      case unsaved
      case noLesson
      case other(String)
    }
  }
}

extension CarriedSession.Loss {
  init(_ what: String, _ reason: Reason) { (self.what, self.reason) = (what, reason) }

  /// Why, in a sentence without a full stop.
  public func text(in language: HelpLanguage) -> String {
    switch (reason, language) {
    case (.noType(let type), .english): "there is no \(type) any more"
    case (.noType(let type), .chinese): "已经没有 \(type)"
    case (.notMade(let reason), .english): "it cannot be made as before: \(reason)"
    case (.notMade("an argument has another type now"), .chinese): "不能照原样创建：参数的类型变了"
    case (.notMade(let reason), .chinese): "不能照原样创建：\(Chinese.sentence(reason) ?? reason)"
    case (.notMadeHere, .english): "it was not made at the prompt"
    case (.notMadeHere, .chinese): "它不是在提示符处创建的"
    case (.noMember, .english): "it is not there any more"
    case (.noMember, .chinese): "已经不存在"
    case (.misfit(let reason), .english): "its value does not fit any more: \(reason)"
    case (.misfit(let reason), .chinese): "原来的值不再适合：\(Chinese.sentence(reason) ?? reason)"
    case (.setByItself, .english): "only its view-model sets it, and it is another value now"
    case (.setByItself, .chinese): "只有视图模型设置它，现在是别的值"
    case (.running, .english): "it was running, and is not run again"
    case (.running, .chinese): "它当时正在运行，不会再次运行"
    case (.unsaved, .english): "it ended unsaved"
    case (.unsaved, .chinese): "没有保存就结束了"
    case (.noLesson, .english): "there is no such step any more"
    case (.noLesson, .chinese): "已经没有这一步"
    case (.other(let reason), .english): reason
    case (.other(let reason), .chinese): Chinese.sentence(reason) ?? reason
    }
  }
}
