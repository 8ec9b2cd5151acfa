/// The result of a session that another one has taken.
public struct CarriedOver: Sendable {
  /// The things that could not be taken, in the order in which it was tried.
  public let losses: [Loss]
  /// The looks of the watches, for a host that keeps them in sight; those that differ from before have been
  /// told by the session itself.
  public let looks: [Record]

  /// Something that another session could not take.
  public struct Loss: Sendable, Hashable {
    /// The name, path, watch or binding.
    public let name: String
    /// The reason, a sentence without a full stop.
    public let reason: Message
  }
}

extension CarriedSession.Ending.Reason {
  /// The reason, a sentence without a full stop.
  var message: Message {
    switch self {
    case .notMadeHere: .notMadeAtPrompt
    case .running: .notRunAgain
    case .unnamed: .hasNoName
    }
  }
}
