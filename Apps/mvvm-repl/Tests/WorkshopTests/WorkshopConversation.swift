import Foundation
import REPLKit
import Workshop

/// Runs statements in a session of the workshop and returns what it said, line by line.
@MainActor
func said(_ statements: [String], in folder: URL? = nil) async -> [String] {
  let clock = SessionClock()
  let workshop = Workshop(data: folder, clock: clock)
  var text = ""
  let renderer = TextRenderer(style: .plain)
  let session = Session(catalog: workshop.catalog, models: workshop.models, clock: clock) {
    text += renderer.text($0) + "\n"
  }
  workshop.onProblem { text += "problem: \($0)\n" }
  await workshop.furnish(session)
  for statement in statements { await session.run(SourceText(statement)) }
  await session.close()
  await workshop.close()
  return text.split(separator: "\n").map(String.init)
}

/// Runs statements in a session of the workshop and returns what it said, line by line.
@MainActor
func said(_ statements: String..., in folder: URL? = nil) async -> [String] {
  await said(statements, in: folder)
}
