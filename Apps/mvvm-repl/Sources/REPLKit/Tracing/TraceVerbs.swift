extension Verb {
  static let why = Verb(
    name: "why",
    uses: [
      Use("why form.canClear", "what it follows from, down to what you typed", "这个值从何而来，一直追溯到你的输入"),
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
  ) { parser throws(Diagnostic) in Trial(statement: try parser.assignmentOrExpression()) }

  static let undo = Verb(
    name: "undo", uses: [Use("undo", "take the last change back; undo 3", "撤销上一次改变；undo 3")],
    topics: [.undo], object: .rare
  ) { parser throws(Diagnostic) in Undo(count: try parser.count()) }

  static let redo = Verb(
    name: "redo", uses: [Use("redo", "do again what was undone", "重做被撤销的改变")],
    topics: [.undo], object: .rare
  ) { parser throws(Diagnostic) in Redo(count: try parser.count()) }
}

/// `why form.phone`, or, of one change, `why form.phone at #12`.
struct Question: VerbStatement {
  let expression: Expression
  /// The number of the change.
  let record: Int?

  var expressions: [Expression] { [expression] }

  func run(in session: Session, at span: Span) async throws(Diagnostic) {
    try await session.why(expression, at: record)
  }
}

/// `whatif form.phone = ""`
private struct Trial: VerbStatement {
  let statement: Statement.Kind

  var expressions: [Expression] { previewed.map { [$0] } ?? [] }
  var previewed: Expression? { statement.previewed }

  func secrets(_ redaction: Redaction) -> [Span] { statement.secrets(redaction) }

  func goingIntoSecrets(_ redaction: Redaction) -> [Expression] {
    statement.goingIntoSecrets(redaction)
  }

  func run(in session: Session, at span: Span) async throws(Diagnostic) {
    try await session.whatIf(statement, at: span)
  }
}

/// `undo 3`
private struct Undo: VerbStatement {
  let count: Int

  var expressions: [Expression] { [] }
  var isStep: Bool { false }

  func run(in session: Session, at span: Span) throws(Diagnostic) {
    try session.undo(count, at: span)
  }
}

/// `redo 3`
private struct Redo: VerbStatement {
  let count: Int

  var expressions: [Expression] { [] }
  var isStep: Bool { false }

  func run(in session: Session, at span: Span) throws(Diagnostic) {
    try session.redo(count, at: span)
  }
}
