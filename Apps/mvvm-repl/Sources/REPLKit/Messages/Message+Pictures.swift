import Bindings

// Messages of reports, waterfalls, heat and live graphs.

extension Message {
  /// Returns a summary of a batch: the counts, then repeated and useless work, with the nodes that caused it.
  @MainActor
  static func lines(
    of report: TraceBatchReport, in log: TraceLog, naming name: (Node) -> String?
  ) -> [Message] {
    func told(_ record: TraceRecord) -> String { record.node.flatMap(name) ?? record.name }
    func causes(_ records: [TraceRecord]) -> [String] {
      records.flatMap(\.causes).compactMap { log[$0] }.map(told).unique
    }
    let runs = Dictionary(
      grouping: report.records.filter { $0.kind == .recompute || $0.kind == .observerRun },
      by: \.node)
    let twice = report.work.filter { $0.count > 1 }.map { work in
      times(name(work.node) ?? work.name, work.count, causes(runs[work.node] ?? []))
    }
    let glitches = report.glitches.map { glitch(told($0), "\($0.id)", causes([$0])) }
    let findings: [(([Message]) -> Message, [Message])] = [
      (doubleWork, twice),
      (recomputedForNothing, report.redundant.map { Message(verbatim: told($0)) }),
      (Self.glitches, glitches),
      (issues, report.issues.map { Message(verbatim: $0.detail ?? "") }),
    ]
    let written = report.records.filter { $0.kind == .write }.map(told).unique
    let most = 6
    let rest = written.count > most ? ["…"] : []
    return [batch(report, Array(written.prefix(most) + rest))]
      + findings.filter { !$0.1.isEmpty }.map { $0($1) }
  }
  /// The counts of a batch, without those that are zero.
  private static func batch(_ report: TraceBatchReport, _ written: [String]) -> Self {
    let counts: [(Int, Message)] = [
      (report.writes, writes(report.writes, written)),
      (report.recomputes, recomputes(report.recomputes)),
      (report.observerRuns, observerRuns(report.observerRuns)),
      (report.skips, skips(report.skips)),
    ]
    let told = counts.filter { $0.0 > 0 }.map(\.1)
    return Self("batch \(report.batch): \(told)", "第 \(report.batch) 批：\(told)")
  }
  private static func writes(_ count: Int, _ names: [String]) -> Self {
    Self("\(count, "write") (\(names))", "写入 \(count) 次（\(names)）")
  }
  private static func recomputes(_ count: Int) -> Self {
    Self("\(count, "recompute")", "重算 \(count) 次")
  }
  private static func observerRuns(_ count: Int) -> Self {
    Self("\(count, "observer run")", "观察者运行 \(count) 次")
  }
  private static func skips(_ count: Int) -> Self { Self("\(count, "skip")", "跳过 \(count) 次") }
  private static func times(_ name: String, _ count: Int, _ causes: [String]) -> Self {
    causes.isEmpty
      ? Self("\(name) (\(count) times)", "\(name)（\(count) 次）")
      : Self(
        "\(name) (\(count) times, because of \(causes))", "\(name)（\(count) 次，起因：\(causes)）")
  }
  private static func glitch(_ name: String, _ id: String, _ causes: [String]) -> Self {
    Self(
      "\(name) \(id) repeats a run that came before the change of \(causes)",
      "\(name) \(id) 是重复运行：上一次运行早于 \(causes) 的变化")
  }
  private static func doubleWork(_ names: [Message]) -> Self {
    Self("  double work: \(names)", "  重复计算：\(names)")
  }
  private static func recomputedForNothing(_ names: [Message]) -> Self {
    Self("  recomputed to an equal value: \(names)", "  重算后值不变：\(names)")
  }
  private static func glitches(_ records: [Message]) -> Self {
    Self("  glitches: \(records)", "  毛刺：\(records)")
  }
  private static func issues(_ issues: [Message]) -> Self {
    Self("  issues: \(issues)", "  问题：\(issues)")
  }
  static func moreBatches(_ count: Int) -> Self {
    Self(
      count == 1 ? "… and 1 more batch" : "… and \(count) more batches", "… 还有 \(count) 批")
  }
  static var statementOlderThanLog: Self {
    Self("What that statement caused is no longer in the log.", "那条语句引起的运行早于日志的开头。")
  }
  static func writeReport(_ number: Int) -> Self {
    Self(
      "Write :report #\(number), or :report form.signIn.",
      "写成 :report #\(number)，或 :report form.signIn。")
  }
  static func ofNoStatement(_ text: String) -> Self {
    Self(
      "'\(text)' changed between two statements; more than one of them may have caused it",
      "“\(text)”发生在两条语句之间，起因可能不止一条语句")
  }
  static func writeWhy(_ path: String) -> Self {
    Self("why \(path) tells where it comes from.", "why \(path) 说明它从何而来。")
  }
  static func noStatementMadeRun(_ path: String) -> Self {
    Self("no statement in the log made '\(path)' run", "日志里没有让“\(path)”运行的语句")
  }
}

// MARK: - Waterfalls

extension Message {
  static var goesOn: Self { Self("still running", "进行中") }
  static var waitsForTurn: Self { Self("waiting for its turn", "排队等待") }
  static var hasFailed: Self { Self("failed", "失败") }
  static func hasFailed(_ error: Message) -> Self { Self("failed: \(error)", "失败：\(error)") }
  static var wasCancelled: Self { Self("cancelled", "已取消") }
  static func wasRefused(_ reasons: [Message]) -> Self {
    Self("refused: \(reasons)", "被拒绝：\(reasons)")
  }
  static func andMore(_ count: Int) -> Self { Self("… and \(count) more", "… 还有 \(count) 个") }
}

// MARK: - Heat

extension Message {
  static func heat(_ nodes: Int, _ runs: Int) -> Self {
    Self("nodes: \(nodes), runs: \(runs)", "节点 \(nodes) 个，共运行 \(runs) 次")
  }
  static func heat(_ shown: Int, of nodes: Int, _ runs: Int) -> Self {
    Self(
      "nodes: \(nodes), runs: \(runs); shown: \(shown); :heat \(nodes) shows all",
      "节点 \(nodes) 个，共运行 \(runs) 次；以下是最多的 \(shown) 个，:heat \(nodes) 列出全部")
  }
  static var heatBegins: Self { Self("Runs are counted from zero again.", "从现在起重新计数。") }
  static var nothingRan: Self { Self("None of it has run yet.", "还没有任何运行。") }
  static func noNumberOfNodes(_ text: String) -> Self {
    Self("'\(text)' is not a number of nodes", "“\(text)”不是节点的个数")
  }
}

// MARK: - Live graphs

extension Message {
  static var nothingToDraw: Self {
    Self("There is nothing to draw yet: nothing has been made.", "还没有可画的内容：还没有创建任何视图模型。")
  }
  static var noLiveGraph: Self {
    Self(
      "No graph is kept up to date; :graph live form draws one.",
      "没有实时更新的依赖图；:graph live form 会画出来。")
  }
  static var liveGraphEnded: Self {
    Self("The graph is no longer kept up to date.", "依赖图不再实时更新。")
  }
  static func liveGraphIsText(_ form: String) -> Self {
    Self(
      "a live graph is drawn as boxes or tree, not as \(form)",
      "实时的图只能画成 boxes 或 tree，不能是 \(form)")
  }
}
