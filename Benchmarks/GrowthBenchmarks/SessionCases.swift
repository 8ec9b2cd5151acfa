import REPLKit
import ViewModels

/// What the prompt asks of the graph.
@MainActor let sessionCases: [GrowthCase] = [
  // A chain of so many values: each is a step of the explanation. The session is made once for each size.
  GrowthCase("session.why", size: 100, .logarithmicEach) { count in
    await chainedSession(count).run(SourceText("why n\(count)"))
  }
]

@MainActor private var chainedSessions: [Int: Session] = [:]

/// A session in which a value has followed from another one over so many steps.
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
