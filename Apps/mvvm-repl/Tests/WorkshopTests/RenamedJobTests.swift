import Testing
@testable import Workshop

@testable import REPLKit

/// A command in the background asks something, and the name of its view-model is given to another one.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct RenamedJobTests {
  private static let beginning = [
    "let app = PhotoApp(); :show app; app.visible.show(1)", "app.visible.chooseCity() &",
    "let app = PhotoApp()", ":jobs",
  ]

  @Test func theSessionCloses() async {
    let said = await said(Self.beginning)
    #expect(said.last?.contains("app.visible.chooseCity()") == true, "\(said.suffix(3))")
  }

  @Test func aWaitForItEndsWhereNobodyCanAnswer() async {
    let clock = SessionClock()
    let workshop = Workshop(data: nil, clock: clock)
    var said: [Record] = []
    let session = Session(catalog: workshop.catalog, models: workshop.models, clock: clock) {
      said.append($0)
    }
    session.host.patience = .zero
    await workshop.furnish(session)
    for statement in Self.beginning { await session.run(SourceText(statement)) }
    #expect(await session.run(SourceText("wait #1")) == .runtimeError, "\(said)")
    guard case .diagnostic(let mistake, _)? = said.last else {
      Issue.record("\(said.suffix(3))")
      return
    }
    #expect(mistake.code == .notNow)
    await session.close()
    await workshop.close()
  }
}
