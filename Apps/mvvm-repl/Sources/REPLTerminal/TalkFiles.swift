import Foundation
import REPLKit

/// The subcommand `talks`: lists the talks, or proves that they can be held.
@MainActor
struct TalkFiles {
  private let setup: Setup
  private let output: Output
  private var language: HelpLanguage { setup.options.helpLanguage }

  init(_ setup: Setup) {
    self.setup = setup
    output = Output(setup.options)
  }

  func run(_ action: LessonFiles.Action) async -> Int32 {
    let list: TalkList
    do { list = try setup.talkList() } catch {
      output.complain(error.text(in: language))
      return Status.runtimeError.rawValue
    }
    guard !list.talks.isEmpty else {
      output.complain(Message.noTalksHere.text(in: language))
      return Program.Exit.wrongUse
    }
    switch action {
    case .list:
      for talk in list.talks {
        let title = list.talk(talk.id, in: language)?.title ?? talk.title
        output.write(TextRenderer.printable("\(talk.id)  \(title)"))
      }
      return output.exit(Status.ok.rawValue)
    case .verify: return output.exit(await verify(list))
    }
  }

  private func verify(_ list: TalkList) async -> Int32 {
    var stages: [any Stage] = []
    let examination = TalkExamination { emit in
      let clock = SessionClock(setup.options.clock)
      // Not the speaker's own data: a talk may put and delete.
      let stage = setup.stage(data: nil, clock: clock)
      stages.append(stage)
      let session = stage.session(clock: clock, emit: emit)
      await stage.furnish(session)
      return session
    }
    var problems: [String] = []
    for held in HelpLanguage.allCases { problems += await examination.run(list, in: held) }
    for stage in stages { await stage.close() }
    for problem in problems { output.write(TextRenderer.printable("✗ \(problem)")) }
    guard problems.isEmpty else { return Status.expectationFailed.rawValue }
    let statements = list.talks.flatMap(\.steps).reduce(0) { $0 + $1.statements.count }
    output.write(Message.verifiedTalks(list.talks.count, statements).text(in: language))
    return Status.ok.rawValue
  }
}

extension Setup {
  /// The talks of the folders that were named, one behind the other, or the program's own.
  ///
  /// - Throws: ``/REPLKit/LessonError``.
  func talkList() throws(LessonError) -> TalkList {
    var list: TalkList?
    for folder in options.talks.isEmpty ? [Self.ownLessons] : options.talks {
      let part =
        folder == Self.ownLessons ? try talks() : try TalkList(Self.documents(in: folder))
      guard let part else { continue }
      list = try list?.followed(by: part) ?? part
    }
    return list ?? .empty
  }
}

extension Session {
  /// Offers the talks that the options name.
  func offerTalks(_ setup: Setup, report: @MainActor (String) -> Void) {
    do { offer(try setup.talkList()) } catch { report(error.text(in: language)) }
  }
}
