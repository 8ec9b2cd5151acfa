import ViewModels

extension Verb {
  static let expect = Verb(
    name: "expect",
    uses: [
      Use(
        "expect form.canClear within 2s", "stop a script unless it is so, or becomes so in time",
        "若不成立（或未在时限内成立）则停止脚本"),
      Use(
        "expect a.phone emits [\"1\", \"18\"] within 2s", "the changes since it was asked last",
        "自上次询问以来的各次变化"),
      Use(
        "expect a.phone marbles \"a-b\" every 100ms", "the picture that :marbles draws",
        ":marbles 所画的图"),
    ],
    topics: [.time, .record], object: .required, place: .value(nil),
    continuations: [
      Continuation("within ", Wording("or becomes so in this time", "或在此时限内成立")),
      Continuation("emits ", Wording("these values, in this order", "依次是这些值")),
      Continuation("marbles ", Wording("the picture of its changes", "变化的弹珠图")),
    ]
  ) { parser throws(Diagnostic) in try parser.expectation() }

  static let wait = Verb(
    name: "wait",
    uses: [
      Use(
        "wait until form.canClear", "until it is so; wait 2s; wait #1 for a job",
        "等到条件成立；wait 2s；wait #1 等后台命令"),
      Use(
        "wait #1", "until a command in the background has ended; wait all", "等后台命令结束；wait all"),
      Use("wait 2s", "for a time", "等一段时间"),
    ],
    topics: [.commands, .time], object: .required,
    continuations: [
      Continuation("until ", Wording("something is so", "等到成立"), then: .value(.bool)),
      Continuation("within ", Wording("or it is a mistake", "否则算错误")),
    ]
  ) { parser throws(Diagnostic) in try parser.wait() }

  static let advance = Verb(
    name: "advance",
    uses: [Use("advance 300ms", "move the clock after :clock manual", "在 :clock manual 之后推进时钟")],
    topics: [.time], object: .required
  ) { parser throws(Diagnostic) in Advance(duration: try parser.duration("advance 300ms")) }
}

/// `expect form.canClear within 2s`
struct Expectation: VerbStatement {
  let condition: Expression
  let limit: Duration?

  var expressions: [Expression] { [condition] }

  func run(in session: Session, at span: Span) async throws(Diagnostic) {
    try await session.expect(condition, within: limit)
  }
}

/// `expect form.phone emits ["1", "18"]`
struct EventExpectation: VerbStatement {
  let target: Expression
  let events: Expression
  let limit: Duration?

  var expressions: [Expression] { [target, events] }

  func secrets(_ redaction: Redaction) -> [Span] { target.secrets(of: events, redaction) }

  func run(in session: Session, at span: Span) async throws(Diagnostic) {
    try await session.expect(target, emits: events, within: limit)
  }
}

/// `expect form.phone marbles "a-b"`
struct MarbleExpectation: VerbStatement {
  let target: Expression
  let picture: Expression
  let step: Duration?

  var expressions: [Expression] { [target, picture] }

  func secrets(_ redaction: Redaction) -> [Span] { target.secrets(of: picture, redaction) }

  func run(in session: Session, at span: Span) async throws(Diagnostic) {
    try await session.expect(target, marbles: picture, every: step)
  }
}

extension Expression {
  /// What must not be kept of what is expected of it.
  fileprivate func secrets(of expected: Expression, _ redaction: Redaction) -> [Span] {
    contains(redaction.isSecret) ? expected.told(redaction) : expected.secrets(redaction)
  }
}

/// `wait 2s`
struct Pause: VerbStatement {
  let duration: Duration

  var expressions: [Expression] { [] }

  func run(in session: Session, at span: Span) async throws(Diagnostic) {
    try await session.wait(duration, at: span)
  }
}

/// `wait until form.canClear`
struct ConditionalWait: VerbStatement {
  let condition: Expression
  let limit: Duration?

  var expressions: [Expression] { [condition] }

  func run(in session: Session, at span: Span) async throws(Diagnostic) {
    try await session.wait(until: condition, within: limit)
  }
}

/// `wait #1`: for a command in the background; for all of them without a number.
struct WaitForJob: VerbStatement {
  let selection: Selection
  let limit: Duration?

  var expressions: [Expression] { [] }

  func run(in session: Session, at span: Span) async throws(Diagnostic) {
    try await session.wait(for: selection, within: limit, at: span)
  }
}

/// `advance 300ms`
private struct Advance: VerbStatement {
  let duration: Duration

  var expressions: [Expression] { [] }

  func run(in session: Session, at span: Span) async throws(Diagnostic) {
    try await session.advance(duration, at: span)
  }
}
