import Bindings
import Foundation
@testable import Workshop

@testable import REPLKit

/// A learner with the workshop's course and a manual clock.
@MainActor
final class LearnersDesk {
  let session: Session
  private let workshop: Workshop
  private let heard = Heard()

  /// - Parameters:
  ///   - language: What is spoken.
  ///   - folder: Where the store is kept; in memory by default.
  init(_ language: HelpLanguage, in folder: URL? = nil) async {
    let clock = SessionClock(.manual)
    let heard = heard
    workshop = Workshop(data: folder, clock: clock)
    session = Session(catalog: workshop.catalog, models: workshop.models, clock: clock) {
      heard.lines += TextRenderer(style: .plain, language: language).text($0)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    session.language = language
    await workshop.furnish(session)
    session.offer(Course.workshop())
  }

  /// The lesson and the step that are going on, from 1; `nil` outside of lessons.
  ///
  /// Behind the last step there is one more.
  var place: (lesson: Int, step: Int)? {
    session.lessons?.place.map { ($0.lesson + 1, $0.step + ($0.isOver ? 2 : 1)) }
  }

  /// Types a text, and returns the lines that are said to it.
  @discardableResult
  func type(_ text: String) async -> [String] {
    heard.lines = []
    await session.run(SourceText(text))
    return heard.lines
  }

  /// Lets what was started end, as far as it waits for nothing, and looks at the step.
  func settle() async {
    await session.clock.settle()
    await session.lookBetweenStatements()
  }

  /// Waits, as a person does, until nothing goes on any more that the world outside brings about.
  func comesToRest() async {
    _ = await session.graph.run { await session.waiting.rests(but: []) }
  }

  func close() async {
    session.cancelJobs()
    await session.close()
    await workshop.close()
  }

  @MainActor
  private final class Heard { var lines: [String] = [] }
}
