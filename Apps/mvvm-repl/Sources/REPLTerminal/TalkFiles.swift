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

  func run(_ action: DocumentAction) async -> Int32 {
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
    case .verify:
      let stages = PassingStages(setup)
      let examination = TalkExamination { await stages.session($0) }
      var problems: [String] = []
      for held in HelpLanguage.allCases { problems += await examination.run(list, in: held) }
      await stages.close()
      let statements = list.talks.flatMap(\.steps).reduce(0) { $0 + $1.statements.count }
      return output.report(
        problems, orThat: .verifiedTalks(list.talks.count, statements), in: language)
    }
  }
}

extension Setup {
  /// The talks of the folders that were named, or the program's own.
  ///
  /// - Throws: ``/REPLKit/LessonError``.
  func talkList() throws(LessonError) -> TalkList {
    try collected(from: options.talks, own: talks) ?? .empty
  }
}

extension Session {
  /// Offers the talks that the options name, and says where their notes and handouts are to be had.
  func offerTalks(_ setup: Setup, report: @MainActor (String) -> Void) {
    do {
      let list = try setup.talkList()
      offer(list)
      guard !list.talks.isEmpty else { return }
      let name = Identity.current.name
      for (word, place) in [
        ("notes", Message.notesAreElsewhere(name)), ("handout", .handoutIsElsewhere(name)),
      ] {
        add(ToolCommand(word, place) { _ in [.note(place)] }.unrecorded())
      }
    } catch {
      report(error.text(in: language))
    }
  }
}
