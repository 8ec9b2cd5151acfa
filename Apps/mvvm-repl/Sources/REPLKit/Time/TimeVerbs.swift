import ViewModels

extension Verb {
  static let expect = Verb(
    name: "expect",
    uses: [
      Use(
        "expect form.canClear within 2s",
        "stop a script unless it is true, or becomes true in time",
        "若不成立（或未在时限内成立）则停止脚本"),
      Use(
        "expect a.phone emits [\"1\", \"18\"] within 2s",
        "its changes since the last expect of it, in order",
        "自上次 expect 以来的各次变化，按顺序"),
      Use(
        "expect a.phone marbles \"a-b\" every 100ms", "the picture that :marbles draws",
        ":marbles 所画的图"),
    ],
    topics: [.time, .record], object: .required, place: .value(nil),
    continuations: [
      Continuation("within ", Message("or becomes true in this time", "或在此时限内成立")),
      Continuation("emits ", Message("these values, in this order", "依次是这些值")),
      Continuation("marbles ", Message("the picture of its changes", "变化的弹珠图")),
    ]
  ) { parser throws(Diagnostic) in try parser.expectation() }

  static let wait = Verb(
    name: "wait",
    uses: [
      Use(
        "wait until form.canClear", "until a condition is true; within 2s after it sets a limit",
        "等到条件成立；后面加 within 2s 可设时限"),
      Use(
        "wait #1", "until a command in the background has ended; wait all", "等后台命令结束；wait all"),
      Use("wait 2s", "for a time; a manual clock moves on by it", "等一段时间；手动时钟会随之推进"),
    ],
    topics: [.commands, .time], object: .required,
    continuations: [
      Continuation("until ", Message("a condition is true", "等到条件成立"), then: .value(.bool)),
      Continuation("within ", Message("or it is a mistake", "否则算错误")),
    ]
  ) { parser throws(Diagnostic) in try parser.wait() }

  static let advance = Verb(
    name: "advance",
    uses: [Use("advance 300ms", "move the clock after :clock manual", "在 :clock manual 之后推进时钟")],
    topics: [.time], object: .required
  ) { parser throws(Diagnostic) in
    let duration = try parser.duration(.write("advance 300ms"))
    return VerbStatement { session, span throws(Diagnostic) in
      try await session.waiting.advance(duration, at: span)
    }
  }
}

extension ToolCommand {
  static let aboutTime = [
    ToolCommand(
      "clock", .time,
      "how time passes: real, or manual, where it stands still until advance, wait or :show moves it",
      "时间如何流逝：real；或 manual 静止，由 advance 推进；wait 和 :show 要等多久就推进多久",
      takes: .text(SessionClock.Mode.allCases.map(\.rawValue))
    ) { session, argument, span in
      if !argument.isEmpty {
        guard let mode = SessionClock.Mode(rawValue: argument) else {
          throw Diagnostic(.unknownName, .clockModes, at: span, help: .write(":clock manual"))
        }
        session.clock.set(mode)
      }
      session.emit(.note(session.clock.mode == .real ? .clockIsReal : .clockIsManual))
    }
  ]
}
