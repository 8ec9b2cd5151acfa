/// The information for the speaker of a talk, which the audience does not see.
public struct TalkNotes: Sendable, Hashable, Codable {
  /// The talk, the step and the time, as in the row above the prompt.
  public let row: String
  /// The heading of the step.
  public let title: String
  /// The notes of the step: paragraphs, items of lists, and indented lines of blocks, with blank lines between.
  public var notes: [String]
  /// Whether the speaker is off script.
  public let isOffScript: Bool
  /// Whether the talk is over.
  public let isOver: Bool
  /// The language of the talk.
  public let language: HelpLanguage
  /// The next statement, with secrets masked; empty after the last statement of the step.
  public var statement: String
  /// The heading of the next step; empty in the last step.
  public var next: String
  /// The notes of the whole talk, such as what to prepare; empty after the first statement.
  public var before: [String] = []

  /// The part that the audience may see: the row and the title of the step.
  public var forAudience: TalkNotes {
    var part = self
    (part.notes, part.statement, part.next, part.before) = ([], "", "", [])
    return part
  }
}

extension Session {
  /// Whether the current talk shows its first screen later, which an audience should not see before.
  public var talkShowsScreensLater: Bool {
    guard let place = talks?.place, !place.walk.isOver, host.screens.live == nil else {
      return false
    }
    let (steps, walk) = (place.talk.steps, place.walk)
    let typed =
      steps[..<walk.step].flatMap(\.statements) + steps[walk.step].statements.prefix(walk.typed)
    let isScreen = { (statement: Talk.Statement) in statement.text.hasPrefix(":screen ") }
    return !typed.contains(where: isScreen)
      && steps.flatMap(\.statements).contains(where: isScreen)
  }

  /// The notes of the current talk, for a place that the audience does not see; `nil` outside of talks.
  public var talkNotes: TalkNotes? {
    guard let place = talks?.place, let row = talks?.rows(in: place.talk.language).first else {
      return nil
    }
    let (steps, walk) = (place.talk.steps, place.walk)
    let step = steps[walk.step]
    return TalkNotes(
      row: row, title: step.title, notes: step.notes, isOffScript: walk.isOffScript,
      isOver: walk.isOver, language: place.talk.language,
      statement: walk.typed < step.statements.count ? shown(step.statements[walk.typed]) : "",
      next: walk.step + 1 < steps.count ? steps[walk.step + 1].title : "",
      before: walk.step == 0 && walk.typed == 0 ? place.talk.notes : [])
  }
}
