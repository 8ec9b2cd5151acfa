extension Session {
  /// Offers talks: adds the commands `:present` and `:resume`.
  ///
  /// A talk has its own desk: the speaker's own names and watches are saved when it begins, and `:present stop`
  /// restores them. A host whose keys can type statements sets ``HostSettings/typesTalks`` and calls ``nextTalkTurn()``
  /// before it reads an entry; with other hosts, a talk is played through as text.
  ///
  /// `now` returns the time, for the duration of a talk.
  public func offer(
    _ talks: TalkList, now: @escaping @MainActor () -> ContinuousClock.Instant = { .now }
  ) {
    self.talks = TalkPlayer(talks, now: now, in: self)
    addTalkWords(talks)
  }

  /// Offers the talks after a reload; a talk in progress goes on unchanged.
  public func offerAgain(_ talks: TalkList) {
    guard let player = self.talks else { return offer(talks) }
    player.take(talks)
    addTalkWords(talks)
    voice.aside(.note(.talksReadAgain))
  }

  private func addTalkWords(_ talks: TalkList) {
    add(
      ToolCommand(
        "present", synonyms: ["talk", "talks"], .learn,
        "talks; :present login begins one, :present 2 goes to its second step, :present stop ends it",
        "演讲：:present login 开始一场，:present 2 转到它的第二步，:present stop 结束",
        takes: .text(["stop"] + talks.ids), isRecorded: false, isOwn: false
      ) { session, argument, span in
        try await session.talks?.present(argument, at: span)
      }.explaining { talks.titles(in: $0) })
    add(
      ToolCommand(
        "resume", .learn, "the talk as it was before you went off script", "回到讲稿，接着刚才的地方讲",
        takes: .nothing, isRecorded: false, isOwn: false
      ) { session, _, _ in try await session.talks?.resume() })
  }

  /// The current talk, its step and the time in one line, for a row above the prompt; `nil` outside of talks.
  public var talkRow: String? { talkRows.first }

  /// The row of the talk, and shorter rows for narrower windows; off script, the last one only has the way back into
  /// the talk.
  public var talkRows: [String] { talks?.rows(in: language) ?? [] }

  /// Returns what the host does next, and shows the heading of a step that begins.
  public func nextTalkTurn() -> TalkTurn { talks?.turn() ?? .ordinary }

  /// Handles the key that has ended the typing of a statement.
  public func take(_ key: TalkKey) { talks?.take(key) }
}

/// The next action of the host during a talk.
public enum TalkTurn: Sendable, Hashable {
  /// The host reads an entry as usual.
  case ordinary
  /// The host lets the keys type a statement; the statement is empty after the last one of a step.
  case waits(String)
  /// The host runs a statement as if it had been typed.
  case types(String)
  /// The host waits for a key that leaves the talk, so that an extra key does not reach the prompt.
  case ends
}

/// A key that ends the typing of a statement of a talk.
public enum TalkKey: Sendable, Hashable {
  /// Runs the statement; after the last one, begins the next step.
  case enter
  /// Runs the rest of the step, and begins the next one.
  case tab
  /// Leaves the script: the speaker uses the prompt freely until `:resume`.
  case escape
}
