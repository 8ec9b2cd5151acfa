import ViewModels

extension ToolCommand {
  static let quit = ToolCommand(
    "quit", synonyms: ["exit", "q"], .tool, "leave (also Ctrl-D)", "离开（也可按 Ctrl-D）",
    takes: .nothing, isRecorded: false
  ) { session, _, _ in session.leave() }
}

/// What a host asks before it lets a person go.
extension Session {
  /// What would be lost or cut short if the session ended now, as a question for the person; `nil` when
  /// nothing would.
  ///
  /// A recording that was asked for and is in no file yet counts, commands in the background, and what
  /// the host names (``addLoss(_:)``).
  public var leavingQuestion: String? {
    losses.map { $0 + " " + language.text("leave.again", "Ctrl-D again leaves.") }
  }

  /// `:quit`: asks once where a person is there and something would be lost.
  func leave() {
    guard hasPerson, !progress.isLeavingAsked, let losses else { return finish() }
    progress.isLeavingAsked = true
    emit(.note(losses + " " + language.text("leave.quitAgain", ":quit again leaves.")))
  }

  private var losses: String? {
    var losses: [String] = []
    if recorder.isUnsaved {
      losses.append(
        language.text(
          "leave.recording", "The recording is in no file yet; :save FILE keeps it."))
    }
    let paths = jobs.values.sorted { $0.number < $1.number }.map { "\($0.path)()" }
    if !paths.isEmpty {
      let text = language.text("leave.jobs", "Still running, to be cancelled:")
      losses.append("\(text) \(paths.joined(separator: ", ")).")
    }
    losses += hostLosses.compactMap { $0(language) }
    return losses.isEmpty ? nil : losses.joined(separator: " ")
  }

  /// Adds something of the host that ends with the session, for ``leavingQuestion``.
  ///
  /// - Parameter loss: What would end now, as a sentence in a language; `nil` for nothing.
  public func addLoss(_ loss: @escaping @MainActor (HelpLanguage) -> String?) {
    hostLosses.append(loss)
  }

  /// Cancels all commands that run in the background.
  public func cancelJobs() {
    for job in jobs.values { job.run.cancel() }
  }
}
