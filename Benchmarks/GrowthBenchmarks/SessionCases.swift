import REPLKit
import ViewModels

/// Cases of the prompt's queries to the graph.
@MainActor let sessionCases: [GrowthCase] = [
  // Each value of a chain is a step of the explanation. The session is created once for each size.
  GrowthCase("session.why", size: 100, .logarithmicEach) { count in
    await chainedSession(count).run(SourceText("why n\(count)"))
  }
]

@MainActor private var chainedSessions: [Int: Session] = [:]

/// Returns a session in which a value depends on another one over a number of steps.
@MainActor
private func chainedSession(_ count: Int) async -> Session {
  if let known = chainedSessions[count] { return known }
  let session = Session(catalog: Catalog()) { _ in }
  var lines = ["var n0 = 0"] + (1...count).map { "let n\($0) = { n\($0 - 1) + 1 }" }
  lines += ["n\(count)", "n0 = 1", "n\(count)"]
  await session.run(SourceText(lines.joined(separator: "\n")))
  chainedSessions[count] = session
  return session
}
