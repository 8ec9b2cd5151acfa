import Bindings
import BindingsTestSupport
import Testing

@Suite @MainActor struct MarbleTestTests {
  struct Failure: Error, Equatable {}

  @Test func operatorsPlayInVirtualTime() {
    withMarbles { test in
      let typed = test.hot("-a-b---c|", ["a": "n", "b": "ni", "c": "你"])
      test.expect(
        typed.signal.debounce(for: .milliseconds(3), clock: test.clock), "------b-(c|)",
        ["b": "ni", "c": "你"])
      test.expect(typed.signal.map(\.count), "-1-2---1|")
      test.expect(typed.signal.prefix(2), "-a-(b|)", ["a": "n", "b": "ni"])
      test.expect(
        typed.signal.delay(for: .milliseconds(2), clock: test.clock), "---a-b---c|",
        ["a": "n", "b": "ni", "c": "你"])
    }
  }

  @Test func throttleSendsTheFirstAndTheLatestOfEachPeriod() {
    withMarbles { test in
      let source: MarbleSource<String> = test.hot("abcdefg---h-----|")
      test.expect(
        source.signal.throttle(for: .milliseconds(3), clock: test.clock),
        "a--d--g---h-----|")
    }
  }

  @Test func mergeZipAndFlatMapKeepTheirMoments() {
    withMarbles { test in
      let left: MarbleSource<String> = test.hot("-a---b---|")
      let right: MarbleSource<String> = test.hot("---c---d---|")
      test.expect(left.signal.merge(with: right.signal), "-a-c-b-d---|")
      test.expect(
        left.signal.zip(right.signal).map { $0 + $1 }, "---x---y-|", ["x": "ac", "y": "bd"])
      let cold: MarbleSource<String> = test.cold("x-y|")
      test.expect(left.signal.flatMap(.latest) { _ in cold.signal }, "-x-y-x-y-|")
      test.expect(observationsOf: left, "^--------!", "^--------!", "^--------!")
      test.expect(observationsOf: cold, "-^--!", "-----^--!")
    }
  }

  @Test func aHotSignalIsSentBeforeItsCaretAndAColdOneStartsAnew() {
    withMarbles { test in
      let hot: MarbleSource<String> = test.hot("ab^-c-d|")
      test.expect(hot.signal, "--c-d|")
      test.expect(hot.signal, "----d|", during: "---^")
      test.expect(hot.signal, "--c", during: "^--!")
      let cold: MarbleSource<Int> = test.cold("1-2|")
      test.expect(cold.signal, "---1-2|", during: "---^")
      test.expect(cold.signal, "-----1-", during: "-----^-!")
      test.expect(observationsOf: hot, "^----!", "^--!", "---^-!")
      test.expect(observationsOf: cold, "---^--!", "-----^-!")
    }
  }

  @Test func failuresAreEventsAmongOthers() {
    withMarbles { test in
      let results = test.hot("-a-#-b|", ["a": 1, "b": 2], failure: Failure())
      test.expect(results: results.signal, "-1-#-2|")
      test.expect(results.signal.catch { _ in 0 }, "-1-0-2|")
      let work = test.cold("-#", [:] as [Character: Int], failure: Failure())
      test.expect(results: work.signal.retry(2), "---#")
      test.expect(observationsOf: work, "^!", "-^!", "--^")
    }
  }

  @Test func timeProgressions() {
    withMarbles { test in
      let source: MarbleSource<Int> = test.hot("1 1s 2 499ms 3 2s |")
      test.expect(
        source.signal.debounce(for: .seconds(1), clock: test.clock),
        "1s 1 1500ms 3 1s |")
    }
  }

  @Test func propertiesAreWrittenAndReadAsLines() {
    let phone = Property("")
    let isValid = Computed { phone.value.count == 2 }
    withMarbles { test in
      test.write("-a-b-(cd)-a", ["a": "1", "b": "18", "c": "0", "d": "19"], to: phone)
      test.expect(
        phone, "ea-b-d----f",
        ["e": "", "a": "1", "b": "18", "d": "19", "f": "1"])
      // A group is one batch, after which it is as valid as before.
      test.expect(isValid, "n--y------n", ["n": false, "y": true])
    }
  }

  @Test func recordingsAreTimeLines() {
    let test = MarbleTest()
    let source = test.hot("-a-(bc) 500ms d|", ["a": 10, "b": 20, "c": 10, "d": 30])
    let recording = test.record(source.signal)
    let seconds = test.record(source.signal.delay(for: .microseconds(500), clock: test.clock))
    test.run()
    #expect(recording.description == "-a-(ba) 500ms c|  a = 10, b = 20, c = 30")
    #expect(recording.line(["x": 10]) == "-x-(ax) 500ms b|  a = 20, b = 30, x = 10")
    #expect(recording.values == [10, 20, 10, 30])
    #expect(seconds.description.hasPrefix("1.5ms a"))
  }

  @Test func eventsWithinTheSpaceOfAGroupAreListed() {
    let test = MarbleTest()
    let source: MarbleSource<String> = test.hot("-a-b|")
    let recording = test.record(source.signal.prepend("x", "y"))
    test.run()
    #expect(recording.description == "x at 0ms, y at 0ms, a at 1ms, b at 3ms, | at 4ms")
  }
}

/// What a failing marble test says.
@Suite @MainActor struct MarbleFailureTests {
  struct Failure: Error {}

  /// Runs `body` and returns the text of its one issue.
  private func issue(_ body: @escaping @MainActor (MarbleTest) -> Void) -> String {
    let texts = issueText { withMarbles(body) }
    #expect(texts.count == 1)
    return texts.joined(separator: "\n")
  }

  @Test func aWrongValueIsShownInBothLines() {
    let text = issue { test in
      let source = test.hot("-a-b|", ["a": 1, "b": 20])
      test.expect(source.signal, "-a-c|", ["a": 1, "c": 30])
    }
    #expect(
      text
        == """
        c (30) at 3ms was expected, but b (20) at 3ms came.
          expected  -a-c|
            actual  -a-b|
                    a = 1, b = 20, c = 30
        """)
  }

  @Test func aWrongMomentAMissingAndASurplusEvent() {
    #expect(
      issue { test in
        test.expect((test.hot("--a|") as MarbleSource<String>).signal, "-a-|")
      }.hasPrefix("a (a) at 1ms was expected, but a (a) at 2ms came."))
    #expect(
      issue { test in
        test.expect((test.hot("-a") as MarbleSource<String>).signal, "-a-|")
      }.hasPrefix("| at 3ms was expected, but nothing more came."))
    #expect(
      issue { test in
        test.expect((test.hot("-a|") as MarbleSource<String>).signal, "-a")
      }.hasPrefix("nothing more was expected, but | at 2ms came."))
  }

  @Test func aFailureInsteadOfAValueNamesTheError() {
    let text = issue { test in
      let source = test.hot("-#", [:] as [Character: Int], failure: Failure())
      test.expect(results: source.signal, "-1")
    }
    #expect(text.hasPrefix("1 (1) at 1ms was expected, but # (Failure()) at 1ms came."))
  }

  @Test func aPropertyThatDiffers() {
    let number = Property(1)
    let text = issue { test in
      test.write("-2", to: number)
      test.expect(number, "1-2")
    }
    #expect(text.contains("expected  1-2\n    actual  12"))
  }

  @Test func observationsThatDiffer() {
    let text = issue { test in
      let source: MarbleSource<Int> = test.hot("-1-2|")
      test.expect(source.signal.prefix(1), "-(1|)")
      test.expect(observationsOf: source, "^---!")
    }
    #expect(text == "The observations differ.\n  expected  ^---!\n    actual  ^!")
  }

  @Test func malformedLinesFailTheTest() {
    #expect(issue { let _: MarbleSource<Int> = $0.hot("-(1") }.contains("the group is not closed"))
    #expect(issue { let _: MarbleSource<Int> = $0.hot("-a") }.contains("no value is given for 'a'"))
    #expect(issue { let _: MarbleSource<Int> = $0.cold("-#") }.contains("signals do not fail"))
    #expect(issue { let _: MarbleSource<Int> = $0.cold("-!") }.contains("'!' belongs in"))
    #expect(issue { $0.expect(Signal<Int>.never, "-a") }.contains("no value is given for 'a'"))
    #expect(issue { $0.expect(Signal<Int>.never, "^") }.contains("'^' and '!' belong"))
    #expect(issue { $0.expect(Signal<Int>.never, "", during: "(") }.contains("not closed"))
    #expect(
      issue { test in
        let source: MarbleSource<Int> = test.hot("-1")
        test.expect(observationsOf: source, "(")
      }.contains("not closed"))
  }

  @Test func runningTwiceAndNeverFallingSilentAreReported() {
    #expect(issue { $0.run() }.hasPrefix("A marble test runs once"))
    let text = issue { test in
      let clock = test.clock
      @MainActor func again() { _ = clock.schedule(after: .milliseconds(1)) { again() } }
      again()
    }
    #expect(text.hasPrefix("After 100000 moments something still waits"))
  }
}
