extension ToolCommand {
  static let quit = ToolCommand(
    "quit", synonyms: ["exit", "q"], .tool, "leave (also Ctrl-D)", "离开（也可按 Ctrl-D）",
    takes: .nothing, isRecorded: false
  ) { session, _, _ in session.leave() }
}

/// The question of a host before it lets a person go.
extension Session {
  /// The question for a person who leaves: it names what would be lost or cut short if the session ended
  /// now; `nil` when nothing would.
  ///
  /// A recording that was asked for and is in no file yet counts, commands in the background, and what
  /// the host names (``addLoss(_:)``).
  public var leavingQuestion: String? {
    losses.map { Message.leaving($0, .endAgain).text(in: language) }
  }

  /// The losses if another session went on with this one's names now, and a sentence behind them; `nil` when there
  /// are none.
  public func lossesOfCarrying(and next: Message) -> Message? {
    let losses = running + (host.losses + host.lossesOfCarrying).compactMap { $0() }
    return losses.isEmpty ? nil : .leaving(losses, next)
  }

  /// `:quit`: asks once where a person is there and something would be lost.
  func leave() {
    guard host.hasPerson, !entry.isLeavingAsked, let losses else { return finish() }
    entry.isLeavingAsked = true
    emit(.note(.leaving(losses, .quitAgain)))
  }

  private var losses: [Message]? {
    let recording: [Message] = voice.recorder.isUnsaved ? [.recordingUnsaved] : []
    let losses = recording + running + host.losses.compactMap { $0() }
    guard !losses.isEmpty else { return nil }
    let isUnsaved = recording.isEmpty && voice.recorder.hasUnsavedStatements
    return losses + (isUnsaved ? [.statementsUnsaved] : [])
  }

  private var running: [Message] {
    let paths = jobs.all.map { "\($0.path)()" }
    return paths.isEmpty ? [] : [.stillRunning(paths)]
  }

  /// Adds something of the host that ends with the session, for ``leavingQuestion``.
  ///
  /// - Parameter loss: What would end now, as a sentence; `nil` for nothing.
  public func addLoss(_ loss: @escaping @MainActor () -> Message?) {
    host.losses.append(loss)
  }

  /// Adds something of the host that another session with this one's names does not get, for
  /// ``lossesOfCarrying(and:)``.
  ///
  /// - Parameter loss: What would be lost now, as a sentence; `nil` for nothing.
  public func addLossOfCarrying(_ loss: @escaping @MainActor () -> Message?) {
    host.lossesOfCarrying.append(loss)
  }

  /// Cancels all commands that run in the background.
  public func cancelJobs() { jobs.cancelAll() }

  /// The status of a script that has not waited for a job which has failed.
  public var backgroundStatus: Status {
    jobs.failed.isEmpty && !voice.hasToldIssue ? .ok : .runtimeError
  }

  /// The numbers of the watches that live, for a host that keeps a row for each.
  public var watchNumbers: Set<Int> { Set(watches.all.map(\.number)) }

  /// Says a sentence of the host among what the session says.
  public func say(_ sentence: Message) { emit(.note(sentence)) }

  /// The statement that something follows from.
  public struct Origin: Sendable, Hashable {
    /// Distinguishes it from every other statement of the process; grows with time.
    public let number: Int
    /// Its text, without secret values.
    public let text: String
  }

  /// The statement that what happens now follows from: the one that runs, or the one that started
  /// what runs now in the background; `nil` when neither is known.
  public var origin: Origin? { chronicle.origin }

  /// What last ended a wait of the command that what happens now follows from; `nil` when none waited.
  public var wake: Wake? { chronicle.wake }
}
