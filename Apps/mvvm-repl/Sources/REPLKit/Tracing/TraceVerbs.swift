extension Verb {
  static let why = Verb(
    name: "why",
    uses: [
      Use(
        "why form.canClear", "what it came from since it was read last, down to what you typed",
        "这个值自上次读取以来从何而来，一直追溯到你的输入"),
      Use(
        "why a.phone at #12", "how one change came about; :log has the numbers",
        "某一次变化的来由；编号见 :log"),
    ],
    topics: [.why], object: .required, place: .observable
  ) { parser throws(Diagnostic) in try parser.why() }

  static let whatIf = Verb(
    name: "whatif",
    uses: [
      Use("whatif form.phone = \"\"", "what would change, without changing it", "会改变什么，但不真的改变"),
      Use(
        "whatif form.signIn()", "runs on a copy of form; nothing is sent or kept",
        "在 form 的副本上执行；什么都不发送、不保存"),
    ],
    topics: [.undo], object: .required, place: .value(nil)
  ) { parser throws(Diagnostic) in
    let inner = try parser.assignmentOrExpression()
    var statement = VerbStatement(inner.expressions) {
      session, span throws(Diagnostic) in
      try await DryRun(session: session).tryOut(inner, at: span)
    }
    statement.previewed = inner.previewed
    statement.secrets = { inner.secrets($0) }
    statement.goingIntoSecrets = { inner.goingIntoSecrets($0) }
    return statement
  }

  static let undo = Verb(
    name: "undo",
    uses: [
      Use("undo", "take back the last change; undo 3 takes back three", "撤销上一次改变；undo 3 撤销三次")
    ],
    topics: [.undo], object: .rare
  ) { parser throws(Diagnostic) in try parser.travel(by: -1) }

  static let redo = Verb(
    name: "redo", uses: [Use("redo", "redo what was undone", "重做被撤销的改变")],
    topics: [.undo], object: .rare
  ) { parser throws(Diagnostic) in try parser.travel(by: 1) }
}

extension Parser {
  /// Parses the number of steps to undo or redo.
  fileprivate mutating func travel(by step: Int) throws(Diagnostic) -> VerbStatement {
    let count = try count()
    return VerbStatement(isStep: false) { session, span throws(Diagnostic) in
      try session.chronicle.travel(count, by: step, at: span)
    }
  }
}
