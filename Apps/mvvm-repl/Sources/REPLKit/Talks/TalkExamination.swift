/// Verifies talks: runs every statement, and tests that exactly those statements fail that must fail.
///
/// ```swift
/// let problems = await TalkExamination { emit in
///   Session(catalog: catalog, emit: emit)
/// }.run(talks)
/// ```
@MainActor
public struct TalkExamination {
  private let makeSession: TranscriptRunner.SessionMaker

  /// Creates an examination; `makeSession` makes the session of one talk.
  public init(_ makeSession: @escaping TranscriptRunner.SessionMaker) {
    self.makeSession = makeSession
  }

  /// Plays the talks of a list in a language.
  ///
  /// - Returns: The problems, one sentence each; empty if everything goes as written.
  public func run(_ list: TalkList, in language: HelpLanguage = .english) async -> [String] {
    var problems: [String] = []
    for talk in list.talks {
      let talk = list.talk(talk.id, in: language) ?? talk
      problems += await examine(talk, language).map { "\(talk.id): \($0.text(in: language))" }
    }
    return problems
  }

  private func examine(_ talk: Talk, _ language: HelpLanguage) async -> [Message] {
    let heard = Heard()
    let session = await makeSession { heard.take($0) }
    session.language = language
    var problems: [Message] = []
    for (index, step) in talk.steps.enumerated() {
      for statement in step.statements {
        let status = await session.run(SourceText(statement.text))
        await session.clock.settle()
        if status == .ok, statement.fails {
          problems.append(.statementSucceeds(index + 1, statement.text))
        } else if status != .ok, !statement.fails {
          problems.append(.statementFails(index + 1, heard.mistake))
        }
      }
    }
    session.cancelJobs()
    await session.close()
    return problems
  }
}
