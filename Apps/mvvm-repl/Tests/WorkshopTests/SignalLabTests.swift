import REPLKit
import Testing

/// The signals of the laboratory on a clock that stands until it is moved.
@MainActor
@Suite struct SignalLabTests {
  /// What the observers of some members have got, as `:marbles` draws it, without the line of the time.
  private func marbles(_ members: String, after statements: String) async -> [String] {
    let desk = await LearnersDesk(.english)
    await desk.type("let lab = SignalLab()\n:show lab\n\(statements)")
    await desk.settle()
    let lines = await desk.type(":marbles " + members)
    await desk.close()
    return Array(lines.dropFirst())
  }

  private let twoTaps = "lab.tap()\nadvance 1s\nlab.tap()\nadvance 3s"

  @Test func aHotSignalSendsWhetherAnybodyObservesAndWhoComesLateHasMissedIt() async {
    let said = await marbles(
      "lab.taps lab.late", after: "lab.tap()\nadvance 1s\nlab.join()\nlab.tap()")
    #expect(
      said == [
        "lab.taps  1-------------------------------------------------2",
        "lab.late  --------------------------------------------------2",
      ])
  }

  @Test func aColdSignalBeginsAnewForEachObserver() async {
    let said = await marbles(
      "lab.starts lab.first lab.second",
      after: "lab.observe()\nadvance 1s\nlab.observe()\nadvance 3s")
    #expect(
      said == [
        "lab.starts  1---------2------------------------------",
        "lab.first   1---------2---------3--------------------",
        "lab.second  ----------1---------2---------3----------",
      ])
  }

  @Test func theLatestInnerSignalEndsTheOneBefore() async {
    #expect(
      await marbles("lab.taps lab.latest", after: twoTaps) == [
        "lab.taps    1---------2---------------------------------",
        "lab.latest  a---------(bc)---------d---------e----------",
        #"lab.latest  a="1.1"  b="1.2"  c="2.1"  d="2.2"  e="2.3""#,
      ])
  }

  @Test func mergedInnerSignalsGoOnSideBySide() async {
    #expect(
      await marbles("lab.taps lab.merged", after: twoTaps) == [
        "lab.taps    1---------2------------------------------------",
        "lab.merged  a---------(bc)---------(de)---------f----------",
        #"lab.merged  a="1.1"  b="1.2"  c="2.1"  d="1.3"  e="2.2"  f="2.3""#,
      ])
  }

  @Test func queuedInnerSignalsFollowEachOther() async {
    #expect(
      await marbles("lab.taps lab.queued", after: twoTaps) == [
        "lab.taps    1---------2---------------------------------",
        "lab.queued  a---------b---------(cd)---------e---------f",
        #"lab.queued  a="1.1"  b="1.2"  c="1.3"  d="2.1"  e="2.2"  f="2.3""#,
      ])
  }

  @Test func zipPairsTheFirstWithTheFirst() async {
    let said = await marbles(
      "lab.taps lab.knocks lab.zipped",
      after: "lab.tap()\nadvance 1s\nlab.tap()\nadvance 1s\nlab.knock()\nadvance 1s\nlab.knock()")
    #expect(
      said == [
        "lab.taps    1---------2--------------------",
        "lab.knocks  --------------------1---------2",
        "lab.zipped  --------------------a---------b",
        #"lab.zipped  a="1+1"  b="2+2""#,
      ])
  }

  @Test func throttleLetsTheFirstPassAndThenTheLatestOfEachSecond() async {
    let said = await marbles(
      "lab.taps lab.throttled",
      after: "lab.tap()\nadvance 300ms\nlab.tap()\nadvance 300ms\nlab.tap()\nadvance 2s")
    #expect(
      said == [
        "lab.taps       1--------------2--------------3-----------------------------",
        "lab.throttled  1-------------------------------------------------3---------",
      ])
  }

  @Test func whatIsForwardedWhileActiveStopsWhenThePageIsLeft() async {
    let said = await marbles(
      "lab.taps lab.seen",
      after:
        "lab.tap()\nadvance 1s\n:hide lab\nlab.tap()\nadvance 1s\n:show lab\nlab.tap()\nadvance 1s")
    #expect(
      said == [
        "lab.taps  1-------------------2-------------------3-------------------",
        "lab.seen  1---------------------------------------3-------------------",
      ])
  }

  @Test func aThirdObserverOfTheColdSignalIsRefused() async {
    let desk = await LearnersDesk(.english)
    let said = await desk.type("let lab = SignalLab()\nlab.observe()\nlab.observe()\nlab.observe()")
    #expect(said.contains { $0.contains("both observe already") }, "\(said)")
    await desk.close()
  }
}
