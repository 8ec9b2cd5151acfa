import Foundation
import ProcessTestSupport
import TerminalTestSupport
import Testing

@Suite(.ownThread) struct FuzzTests {
  /// Keys, pastes and resizes in any order must leave an editor that still does what it is told.
  ///
  /// `FUZZ_SEED` repeats a run and `FUZZ_EVENTS` makes it longer.
  @Test(arguments: [false, true])
  func randomKeysPastesAndResizesLeaveAWorkingEditor(withViKeys isVi: Bool) throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["FUZZ_SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)
    let count = environment["FUZZ_EVENTS"].flatMap(Int.init) ?? 20_000
    print("FUZZ_SEED=\(seed)")
    var events = RandomEvents(seed: seed)
    try withTemporaryFolder { folder in
      let editrc = "\(folder)/editrc"
      try (isVi ? "bind -v\n" : "").write(toFile: editrc, atomically: true, encoding: .utf8)
      let terminal = try startProbe(environment: ["EDITRC": editrc])
      for round in 0..<count / 200 {
        for _ in 0..<100 { events.next(on: terminal) }
        try settle(terminal, round: round, seed: seed, isVi: isVi)
      }
      terminal.type(Keys.control("D"))
      #expect(try terminal.waitForExit() == .status(0), "FUZZ_SEED=\(seed)")
      #expect(terminal.isRestored)
    }
  }

  /// The memory faults that libedit has when it draws must be out of reach.
  ///
  /// `FUZZ_SEED` and `FUZZ_MEMORY_EVENTS` try other events, and more.
  @Test(.enabled(if: FuzzTests.isLinux, "valgrind does not run on macOS"))
  func libeditTouchesNoMemoryThatIsNotItsOwn() throws {
    let valgrind = "/usr/bin/valgrind"
    try #require(
      FileManager.default.isExecutableFile(atPath: valgrind), "Scripts/setup --tests installs it.")
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["FUZZ_SEED"].flatMap(UInt64.init) ?? 20_221_030
    let count = environment["FUZZ_MEMORY_EVENTS"].flatMap(Int.init) ?? 300
    try withTemporaryFolder { folder in
      let log = "\(folder)/valgrind.log"
      let terminal = try PseudoTerminal(
        running: valgrind,
        arguments: [
          "-q", "--error-exitcode=9", "--log-file=\(log)",
          BuildProducts.executable("LineEditorProbe"),
        ], columns: 80, rows: 24)
      try terminal.wait("prompt") { $0.text.last == prompt }
      // Sixty characters, a window a quarter as wide, and one more: libedit's own handling of the
      // signal writes outside its buffer here.
      terminal.type(String(repeating: "x", count: 60))
      try terminal.wait("text") { $0.text.last?.hasSuffix("xxx") == true }
      terminal.resize(columns: 20, rows: 6)
      terminal.type("y" + Keys.control("C"))
      terminal.type("\r" + Keys.pasted("a\nb") + "\r世登\r" + Keys.up + Keys.up + Keys.control("C"))
      terminal.type(
        String(repeating: "z", count: 1500) + Keys.control("A") + "q" + Keys.control("C"))
      var events = RandomEvents(seed: seed)
      for round in 0..<max(1, count / 100) {
        for _ in 0..<min(count, 100) { events.next(on: terminal) }
        try settle(terminal, round: round, seed: seed)
      }
      terminal.type(Keys.control("D"))
      #expect(try terminal.waitForExit() == .status(0))
      // Other lines are about debug information that valgrind cannot read.
      let findings = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        .filter { $0.hasPrefix("==") }
      #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
    }
  }

  #if os(Linux)
    private static let isLinux = true
  #else
    private static let isLinux = false
  #endif

  /// Empties the entry, whatever is open, and has one more run.
  private func settle(
    _ terminal: PseudoTerminal, round: Int, seed: UInt64, isVi: Bool = false
  ) throws {
    terminal.resize(columns: 80, rows: 24)
    let marker = "marker\(round)"
    // An unfinished escape sequence, then a search, a menu and the text give way in turn.
    let clearing = "m" + String(repeating: Keys.control("C"), count: 4)
    // Each entry begins in vi's insert mode.
    terminal.type(clearing + (isVi ? "\r" : "") + marker + "\r")
    try terminal.wait("answer to \(marker) after FUZZ_SEED=\(seed)") {
      $0.text.contains("\"\(marker)\"") && $0.text.last == prompt
    }
    #expect(terminal.screen.unknownSequences.isEmpty, "FUZZ_SEED=\(seed)")
  }
}

/// Random things a person or a terminal may do.
private struct RandomEvents {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(state: seed) }

  private static let tokens: [String] =
    [
      "a", "中", "é", "👍", "👩‍👩‍👧", "e\u{301}", "\"", "(", ")", " ", "form.", "watch", "\t", "\r",
      "\u{7F}",
      Keys.up, Keys.down, Keys.left, Keys.right, Keys.delete, Keys.backTab, Keys.altEnter,
      "\u{1B}f", "\u{1B}b", "\u{1B}d", "\u{1B}[1;5C", "\u{1B}[1;5D", "\u{1B}[H", "\u{1B}[F",
      "\u{1B}[99z", "\u{1B}", "\u{1B}h", "\u{18}e", Keys.pageUp, Keys.pageDown,
      Keys.pasted("x\ny\nz" + String(repeating: "\nw", count: 12)),
      Keys.pasted(""), Keys.pasted(String(repeating: "长", count: 100)),
    ] + "ABCEFGHKLNPRTUWY_".map { Keys.control($0) }

  private static let widths = [2, 5, 12, 40, 80, 200]
  private static let heights = [1, 2, 4, 8, 24, 50]

  mutating func next(on terminal: PseudoTerminal) {
    if Int.random(in: 0..<100, using: &generator) < 3 {
      terminal.resize(
        columns: Self.widths.randomElement(using: &generator) ?? 80,
        rows: Self.heights.randomElement(using: &generator) ?? 24)
      return
    }
    let times = [1, 1, 1, 1, 1, 3, 12].randomElement(using: &generator) ?? 1
    let token = Self.tokens.randomElement(using: &generator) ?? "a"
    terminal.type(String(repeating: token, count: token.count < 20 ? times : 1))
  }
}

/// A small generator with a seed, so that a run can be repeated.
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
