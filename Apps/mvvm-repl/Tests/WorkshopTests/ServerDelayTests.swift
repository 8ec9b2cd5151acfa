import Testing
@testable import Workshop

@testable import REPLKit

/// The practice server's delay, on a manual clock.
@MainActor
@Suite struct ServerDelayTests {
  /// It took its whole patience, of the machine's time, as the server's sleep had no cause.
  @Test(.timeLimit(.minutes(10))) func aLimitIsOverAtOnceWhileTheServerSleeps() async {
    let clock = SessionClock()
    let workshop = Workshop(data: nil, clock: clock)
    var said: [Record] = []
    let session = Session(catalog: workshop.catalog, models: workshop.models, clock: clock) {
      said.append($0)
    }
    session.host.patience = .seconds(1_000_000)
    await workshop.furnish(session)
    let beginning = """
      :server delay 60s
      :clock manual
      let form = LoginForm(); form.phone = "18612345678"; form.password = "password"
      form.signIn() &
      """
    for line in beginning.split(separator: "\n") {
      #expect(await session.run(SourceText(String(line))) == .ok, "\(said)")
    }
    let start = clock.now
    #expect(await session.run(SourceText("wait #1 within 1s")) == .expectationFailed, "\(said)")
    #expect(start.duration(to: clock.now) == .seconds(1))
    #expect(await session.run(SourceText("wait #1")) == .ok, "\(said)")
    #expect(start.duration(to: clock.now) == .seconds(60))
    await session.close()
    await workshop.close()
  }
}
