import Bindings

// The records of `:log` in Chinese; in English they have the words of Bindings.

extension TraceRecord {
  /// A line about the record with Chinese words around its names and values.
  func inChinese(_ line: String) -> String {
    var line = line.replacing(
      "\(id) \(kind.rawValue)", with: "\(id) \(kind.chinese)", maxReplacements: 1)
    if !hasChanged { line = line.replacing(" (equal)", with: "（相同）") }
    if kind == .commandEnd, let detail {
      line = line.replacing(", \(detail)", with: "，\(detail.endingInChinese)")
    }
    return line.replacing(/(?<before>: |-> )(?<count>\d+) rows?, version (?<number>\d+)/) {
      "\($0.before)\($0.count) 行，版本 \($0.number)"
    }
    .replacing(/(?<before>: |-> )(?<count>\d+) executions?/) {
      "\($0.before)\($0.count) 次执行"
    }
  }
}

extension String {
  /// How a command has ended.
  fileprivate var endingInChinese: String {
    replacing(/^success/, with: "成功").replacing(/^failure/, with: "失败")
      .replacing(/^cancelled/, with: "已取消")
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
