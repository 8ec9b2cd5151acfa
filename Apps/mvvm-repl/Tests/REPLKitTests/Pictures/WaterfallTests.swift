import Bindings
import DisplayWidth
import Testing
import ViewModels

@testable import REPLKit

/// The executions of commands as they stand in a terminal.
@Suite struct WaterfallTests {
  private let waterfall = Waterfall(
    rows: [
      row("form.signIn()", 0, 0, 400, .finished, waits: [100..<300]),
      row("数据.上传()", 100, 400, 900, .failed(Message("offline", "离线")), progress: [(600, 0.5)]),
      row("form.load()", 200, nil, 500, .cancelled),
      row("form.save()", 500, nil, 500, .rejected([.isFalse("isValid")])),
      row("form.poll()", 700, 800, nil, .running),
      row("form.next()", 900, nil, nil, .queued),
    ], now: .milliseconds(1_000))

  private static func row(
    _ name: String, _ asked: Int, _ start: Int?, _ end: Int?, _ ending: Waterfall.Ending,
    waits: [Range<Int>] = [], progress: [(Int, Double)] = []
  ) -> Waterfall.Row {
    Waterfall.Row(
      name: name, asked: .milliseconds(asked), start: start.map { .milliseconds($0) },
      end: end.map { .milliseconds($0) },
      waits: waits.map { .milliseconds($0.lowerBound)..<Duration.milliseconds($0.upperBound) },
      progress: progress.map { Waterfall.Progress(time: .milliseconds($0.0), fraction: $0.1) },
      ending: ending)
  }

  @Test func eachExecutionHasABarWithItsWaitsAndItsEnd() {
    #expect(
      waterfall.lines(width: 66, in: .english).joined(separator: "\n") == """
        t              0                   1s
        form.signIn()  ━━╌╌╌╌╌━✓               400ms
        数据.上传()      ······━━━━━┿━━━━━✗    800ms  failed: offline
        form.load()        ·······!            300ms  cancelled
        form.save()               !            0ms  refused: isValid is f…
        form.poll()                   ··━━━━▸  300ms  still running
        form.next()                       ··▸  100ms  waiting for its turn
        """)
    #expect(waterfall.lines(width: 66, in: .chinese)[2].hasSuffix("800ms  失败：离线"))
  }

  @Test func whatTookNoTimeIsOneSign() {
    let waterfall = Waterfall(
      rows: [Self.row("f.clear()", 5, 5, 5, .finished)], now: .milliseconds(9))
    let line = waterfall.lines(width: 40, in: .english).last
    #expect(line == "f.clear()  ✓         0ms")
    #expect(Waterfall(rows: [], now: .zero).lines(width: 30, in: .english).count == 1)
  }

  @Test func timesAreRoundedAndARefusalHasRoom() {
    let short = Waterfall(
      rows: [
        Waterfall.Row(
          name: "f.a()", asked: .zero, start: .zero, end: .nanoseconds(9_712_345), ending: .finished
        )
      ], now: .zero)
    #expect(short.lines(width: 60, in: .english).last?.hasSuffix("✓  9.7ms") == true)
    let refused = Waterfall(
      rows: [Self.row("form.signIn()", 0, nil, 0, .rejected([.isFalse("isPhoneValid")]))],
      now: .zero)
    #expect(
      refused.lines(width: 80, in: .english) == [
        "t              0    0ms", "form.signIn()  !         0ms  refused: isPhoneValid is false",
      ])
  }

  @Test(arguments: [
    (Duration.nanoseconds(6_900_000), "6.9ms"), (.milliseconds(250), "250ms"),
    (.milliseconds(1_500), "1.5s"), (.zero, "0ms"), (.microseconds(1), "0.001ms"),
  ])
  func durationsAreToldAsTheyAreTyped(duration: Duration, text: String) {
    #expect(duration.shortText == text)
  }

  @Test func oneIsNoPlural() {
    #expect(Message.moreBatches(1).description == "… and 1 more batch")
    #expect(TreeText.lines(["a": [1]]) == ["a: 1 element", "  0: 1"])
    #expect(TreeText.lines(["a": [1, 2]]).first == "a: 2 elements")
    #expect(Message.rangeGoesBeyond(1).description == "the range goes beyond the last of 1 element")
    #expect(Message.moreBatches(2).description == "… and 2 more batches")
  }

  @Test func moreThanAScreenfulIsCounted() {
    let rows = (0..<100).map { Self.row("a\($0)()", $0, $0, $0 + 1, .finished) }
    let lines = Waterfall(rows: rows, now: .zero).lines(width: 60, in: .english)
    #expect(lines.count == Waterfall.mostRows + 2)
    #expect(lines.last == "… and 70 more")
  }

  @Test func aClockThatWentBackIsNoTrap() {
    let waterfall = Waterfall(
      rows: [Self.row("f.a()", 500, 500, 100, .finished, waits: [600..<700])], now: .zero)
    #expect(waterfall.lines(width: 40, in: .english).count == 2)
  }

  @Test(arguments: [1, 8, 20, 34, 47, 80, 200]) func noLineIsWiderThanTheWindow(width: Int) {
    var numbers = SeededGenerator(seed: UInt64(width))
    for _ in 0..<200 {
      let rows = (0..<Int.random(in: 0...6, using: &numbers)).map { _ in
        let times = (0..<3).map { _ in Int.random(in: 0...5_000, using: &numbers) }.sorted()
        return Self.row(
          String("手机é\u{1B}[2J号abcdefghijk()".prefix(Int.random(in: 0...20, using: &numbers))),
          times[0], Bool.random(using: &numbers) ? times[1] : nil,
          Bool.random(using: &numbers) ? times[2] : nil,
          [
            .running, .queued, .finished, .failed(Message(verbatim: "坏\n\u{7}")), .cancelled,
            .rejected([Message(verbatim: "否")]),
          ]
          .randomElement(using: &numbers) ?? .running,
          waits: [times[0]..<times[1]], progress: [(times[1], 0.3)])
      }
      for cells in [CellWidth(), CellWidth(ambiguous: 2)] {
        let lines = Waterfall(rows: rows, now: .seconds(5)).lines(width: width, in: .chinese, cells)
        for line in lines {
          #expect(cells.of(line) <= max(width, cells.of("…")), "\(line)")
          #expect(!line.contains("\u{1B}") && !line.contains("\n"))
        }
      }
    }
  }
}

/// The nodes that ran most, as they stand in a terminal.
@Suite struct HeatTableTests {
  private let table = HeatTable(
    rows: [
      .init(name: "form.canClear", kind: .computed, runs: 120, equal: 40),
      .init(name: "表单.电话", kind: .computed, runs: 60, equal: 0),
      .init(name: "watch form", kind: .observer, runs: 1, equal: 0),
    ], nodes: 5, runs: 240)

  @Test func eachNodeHasItsRunsAndItsShare() {
    #expect(
      table.lines(width: 60).joined(separator: "\n") == """
          form.canClear  120  =40  ━━━━━━━━━━━━━━━━━━━━━━━━━━  50%
          表单.电话       60       ━━━━━━━━━━━━━               25%
          watch form       1       ━                           0%
        """)
  }

  @Test(arguments: [1, 10, 24, 60, 120]) func noLineIsWiderThanTheWindow(width: Int) {
    for cells in [CellWidth(), CellWidth(ambiguous: 2)] {
      let lines = table.lines(width: width, cells)
      #expect(lines.allSatisfy { cells.of($0) <= max(width, cells.of("…")) }, "\(lines)")
    }
  }
}
