/// The things that the speaker of a talk has to see, and the audience has not.
public struct TalkNotes: Sendable, Hashable, Codable {
  /// The talk, the step and the time, as in the row above the prompt.
  public let row: String
  /// The heading of the step.
  public let title: String
  /// The notes of the step, line by line.
  public let notes: [String]
  /// Whether the speaker is off script.
  public let isOffScript: Bool
  /// The statement that waits; empty behind the last one of the step.
  public let statement: String
  /// The heading of the next step; empty in the last one.
  public let next: String
}

extension Session {
  /// The notes of the talk that is held, for a place that the audience does not see; `nil` outside of talks.
  public var talkNotes: TalkNotes? {
    guard let place = talks?.place, let row = talkRow else { return nil }
    let (steps, walk) = (place.talk.steps, place.walk)
    let step = steps[walk.step]
    return TalkNotes(
      row: row, title: step.title, notes: step.notes, isOffScript: walk.isOffScript,
      statement: walk.typed < step.statements.count ? step.statements[walk.typed].text : "",
      next: walk.step + 1 < steps.count ? steps[walk.step + 1].title : "")
  }
}
