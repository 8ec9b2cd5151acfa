import Foundation
import Testing
@testable import Workshop

@testable import REPLKit

/// Runs statements in a session of the workshop and returns what it said, line by line.
@MainActor
func said(
  _ statements: [String], in folder: URL? = nil, hasPerson: Bool = false
) async -> [String] {
  let clock = SessionClock()
  let workshop = Workshop(data: folder, clock: clock)
  var text = ""
  let renderer = TextRenderer(style: .plain)
  let session = Session(catalog: workshop.catalog, models: workshop.models, clock: clock) {
    text += renderer.text($0) + "\n"
  }
  session.host.hasPerson = hasPerson
  // A machine that has much else to do must not end the waits for the server.
  session.host.patience = .seconds(600)
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

/// Workshops, each with a session, for examinations.
@MainActor
final class Workshops {
  private let mode: SessionClock.Mode
  private var all: [Workshop] = []

  init(_ mode: SessionClock.Mode = .real) { self.mode = mode }

  /// A session of a new workshop.
  func session(_ emit: @escaping @MainActor (Record) -> Void) async -> Session {
    let clock = SessionClock(mode)
    let workshop = Workshop(data: nil, clock: clock)
    all.append(workshop)
    let session = Session(
      catalog: workshop.catalog, models: workshop.models, clock: clock, emit: emit)
    await workshop.furnish(session)
    return session
  }

  func close() async { for workshop in all { await workshop.close() } }
}

/// A file or folder of the package's sources.
func source(_ path: String) -> URL {
  URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/\(path)")
    .standardizedFileURL
}

/// The files of a folder of the package's sources.
func documents(in path: String) throws -> [(name: String, text: String)] {
  try FileManager.default.contentsOfDirectory(atPath: source(path).path).sorted().map { name in
    (name: name, text: try String(contentsOf: source("\(path)/\(name)"), encoding: .utf8))
  }
}

/// The last document that a page of the documentation has as an example.
func example(of page: String) throws -> String {
  let text = try String(contentsOf: source("REPLKit/REPLKit.docc/\(page).md"), encoding: .utf8)
  return String(
    try #require(text.split(separator: "````markdown\n").last).split(separator: "````\n")[0])
}
