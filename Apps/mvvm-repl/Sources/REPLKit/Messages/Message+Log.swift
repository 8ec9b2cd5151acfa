import Bindings

// The lines of `:log`; in English they have the words of Bindings.

extension TraceRecord {
  /// Returns the line of `:log` for the record, without the values of a node that has become secret.
  @MainActor
  func line(in language: HelpLanguage) -> String {
    if let statement { return "\(id) \(Message.youTyped(statement).text(in: language))" }
    let isChinese = language == .chinese
    let place = label ?? source?.description
    var line = "\(id) \(isChinese ? kind.chinese : kind.rawValue)"
    if let place { line += " \(place)" }
    if let detail {
      line += place == nil ? " " : isChinese ? "，" : ", "
      line += [.commandEnd, .commandRejected].contains(kind) ? ending(in: language) : detail
    }
    if let new {
      let values = hasChanged ? [old, new].compactMap(\.self) : [new]
      line += ": \(values.map { text(of: $0, in: language) }.joined(separator: " -> "))"
      if !hasChanged { line += isChinese ? "（相同）" : " (equal)" }
    }
    return causes.isEmpty ? line : line + " <- \(causes.map(\.description).joined(separator: ", "))"
  }

  @MainActor
  private func text(of value: TraceValue, in language: HelpLanguage) -> String {
    let text = text(of: value, [])
    guard language == .chinese, case .text = value else { return text }
    if let told { return told }
    // The states of lists and commands, in the words of Bindings.
    return text.replacing(/^(\d+) rows?, version (\d+)$/) { "\($0.1) 行，版本 \($0.2)" }
      .replacing(/^(\d+) executions?$/) { "\($0.1) 次执行" }
  }

  /// Returns how an execution ended, such as `success` or `failure: …`, or why it was rejected.
  func ending(in language: HelpLanguage) -> String {
    let detail = detail ?? ""
    guard language == .chinese else { return detail }
    if let rejection = error as? Rejection {
      return rejection.told.map { $0.text(in: .chinese) }.joined(separator: "、")
    }
    if detail.hasPrefix("failure"), let told { return "失败：\(told)" }
    return detail.replacing(/^success/, with: "成功").replacing(/^failure:\s/, with: "失败：")
      .replacing(/^failure/, with: "失败").replacing(/^cancelled/, with: "已取消")
  }

  /// The error in Chinese; `nil` without a translation.
  private var told: String? {
    error.map { Message($0) }.flatMap { $0.isVerbatim ? nil : $0.text(in: .chinese) }
  }
}

extension TraceRecord.Kind {
  fileprivate var chinese: String {
    switch self {
    case .mark: "标记"
    case .write: "写入"
    case .equalWrite: "写入相同的值"
    case .recompute: "重算"
    case .observerRun: "观察者运行"
    case .skip: "跳过"
    case .signalEvent: "信号事件"
    case .signalError: "信号错误"
    case .commandQueued: "命令排队"
    case .commandStart: "命令开始"
    case .commandProgress: "命令进度"
    case .commandEnd: "命令结束"
    case .commandRejected: "命令被拒绝"
    case .issue: "问题"
    }
  }
}
