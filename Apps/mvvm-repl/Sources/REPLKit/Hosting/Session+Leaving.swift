extension ToolCommand {
  static let quit = ToolCommand(
    "quit", synonyms: ["exit", "q"], .tool, "leave (also Ctrl-D)", "离开（也可按 Ctrl-D）",
    takes: .nothing, isRecorded: false
  ) { session, _, _ in session.leave() }
}

/// The confirmation that a host asks for before a person leaves.
extension Session {
  /// The question before a person leaves, which names what would be lost or interrupted; `nil` if nothing would.
  ///
  /// It counts a requested recording without a file, commands in the background, and losses of the host
  /// (``addLoss(_:)``, ``addLossOfLeaving(_:)``).
  public var leavingQuestion: String? {
    losses.map { Message.leaving($0, .endAgain).text(in: language) }
  }

  /// The losses if another session continued with this session's names, and a final sentence; `nil` without losses.
  public func lossesOfCarrying(and next: Message) -> Message? {
    let losses = running + (host.losses + host.lossesOfCarrying).compactMap { $0() }
    return losses.isEmpty ? nil : .leaving(losses, next)
  }

  /// Performs `:quit`; asks once if a person is present and something would be lost.
  func leave() {
    guard host.hasPerson, !entry.isLeavingAsked, let losses else { return finish() }
    entry.isLeavingAsked = true
    emit(.note(.leaving(losses, .quitAgain)))
  }

  private var losses: [Message]? {
    let recording: [Message] = voice.recorder.isUnsaved ? [.recordingUnsaved] : []
    let losses = recording + running + (host.losses + host.lossesOfLeaving).compactMap { $0() }
    guard !losses.isEmpty else { return nil }
    let isUnsaved = recording.isEmpty && voice.recorder.hasUnsavedStatements
    return losses + (isUnsaved ? [.statementsUnsaved] : [])
  }

  private var running: [Message] {
    let paths = jobs.all.map { "\($0.path)()" }
    return paths.isEmpty ? [] : [.stillRunning(paths)]
  }

  /// Adds a loss for ``leavingQuestion``: something of the host that ends with the session.
  ///
  /// - Parameter loss: Returns what would end now, as a sentence; `nil` for nothing.
  public func addLoss(_ loss: @escaping @MainActor () -> Message?) {
    host.losses.append(loss)
  }

  /// Adds a loss for ``leavingQuestion`` alone: something that goes on when another session continues with this
  /// session's names.
  ///
  /// - Parameter loss: Returns what would end now, as a sentence; `nil` for nothing.
  public func addLossOfLeaving(_ loss: @escaping @MainActor () -> Message?) {
    host.lossesOfLeaving.append(loss)
  }

  /// Adds a loss for ``lossesOfCarrying(and:)``: something that another session with this session's names does not get.
  ///
  /// - Parameter loss: Returns what would be lost now, as a sentence; `nil` for nothing.
  public func addLossOfCarrying(_ loss: @escaping @MainActor () -> Message?) {
    host.lossesOfCarrying.append(loss)
  }

  /// Cancels all commands that run in the background.
  public func cancelJobs() { jobs.cancelAll() }

  /// The exit status for a script's background work; an error if a job failed unnoticed or the graph reported an issue.
  public var backgroundStatus: Status {
    jobs.failed.isEmpty && !voice.hasToldIssue ? .ok : .runtimeError
  }

  /// The numbers of the current watches, for a host that keeps a row for each.
  public var watchNumbers: Set<Int> { Set(watches.all.map(\.number)) }

  /// The numbers of the watches that were set aside when a lesson or talk began, and that come back at its end.
  public var restingWatchNumbers: Set<Int> {
    let desks = [lessons?.desk, talks?.desk].compactMap(\.self)
    return Set(desks.flatMap(\.watches).map(\.number))
  }

  /// Shows a sentence of the host in the session's output.
  public func say(_ sentence: Message) { emit(.note(sentence)) }

  /// The statement that caused something.
  public struct Origin: Sendable, Hashable {
    /// The unique number of the statement in the process; it increases with time.
    public let number: Int
    /// The text of the statement, without secret values.
    public let text: String
  }

  /// The statement that caused the current work: the running one, or the one that started the current background work.
  ///
  /// The origin is `nil` if neither is known.
  public var origin: Origin? { chronicle.origin }

  /// The event that last ended a wait of the current command; `nil` if the command has not waited.
  public var wake: Wake? { chronicle.wake }
}
