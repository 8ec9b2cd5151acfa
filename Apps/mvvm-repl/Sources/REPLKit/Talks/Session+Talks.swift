extension Session {
  /// Offers talks: adds the words `:present` and `:resume`.
  ///
  /// A talk has a desk of its own: what the speaker had before is put aside when it begins, and comes back with
  /// `:present stop`. A host whose keys can type sets ``HostSettings/typesTalks`` and asks ``nextTalkTurn()``
  /// before it reads an entry; elsewhere a talk is played through as text.
  ///
  /// `now` tells the time that a talk takes.
  public func offer(
    _ talks: TalkList, now: @escaping @MainActor () -> ContinuousClock.Instant = { .now }
  ) {
    self.talks = TalkPlayer(talks, now: now, in: self)
    addTalkWords(talks)
  }

  /// Offers the talks as they have been written meanwhile; one that is held goes on as it was begun.
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
        "演讲：:present login 开始一个，:present 2 回到它的第二步，:present stop 结束",
        takes: .text(["stop"] + talks.ids), isRecorded: false, isOwn: false
      ) { session, argument, span in
        try await session.talks?.present(argument, at: span)
      })
    add(
      ToolCommand(
        "resume", .learn, "the talk as it was before you went off script", "回到离开讲稿之前的演讲",
        takes: .nothing, isRecorded: false, isOwn: false
      ) { session, _, _ in try await session.talks?.resume() })
  }

  /// The talk that is held, its step and the time in one line, for a row above the prompt; `nil` outside of talks.
  public var talkRow: String? { talkRows.first }

  /// The same in rows for narrower windows, too, each shorter than the one before; the last has the way back into the
  /// talk alone.
  public var talkRows: [String] { talks?.rows(in: language) ?? [] }

  /// Tells what the host has to read next, and shows the heading of a step that begins.
  public func nextTalkTurn() -> TalkTurn { talks?.turn() ?? .ordinary }

  /// Takes the key that has ended the typing of a statement.
  public func take(_ key: TalkKey) { talks?.take(key) }
}

/// The thing that a host does next while a talk is held.
public enum TalkTurn: Sendable, Hashable {
  /// It reads an entry as ever.
  case ordinary
  /// It lets the keys type a statement; an empty one behind the last statement of a step.
  case waits(String)
  /// It runs a statement as if it had been typed.
  case types(String)
  /// It waits for a key that leaves the talk, so that one too many goes into no prompt.
  case ends
}

/// A key that ends the typing of a statement of a talk.
public enum TalkKey: Sendable, Hashable {
  /// Runs the statement; behind the last one, begins the next step.
  case enter
  /// Runs what is left of the step, and begins the next one.
  case tab
  /// Leaves the script: the prompt is the speaker's own until `:resume`.
  case escape
}
