/// The result of restoring a ``CarriedSession`` in another session.
public struct CarriedOver: Sendable {
  /// The things that could not be restored, in the order of the attempts.
  public let losses: [Loss]
  /// The current values of the watches, for a host that displays them permanently.
  ///
  /// The session itself has already reported the values that differ from before.
  public let looks: [Record]

  /// Something that could not be restored.
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
