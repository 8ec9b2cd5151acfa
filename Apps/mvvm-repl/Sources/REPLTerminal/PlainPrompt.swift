import Foundation
import LineEditor
import REPLKit
import REPLStudio
import Synchronization

/// The prompt for a screen reader or a terminal that cannot move its cursor: it reads lines, writes sentences, and
/// never repaints.
@MainActor
final class PlainPrompt {
  private let session: Session
  private let output: Output
  private var interrupts: CaughtSignals?
  private var reader = StatementReader()
  private let reloader: Reloader
  private let studio: Studio
  private let received: Handover.Received
  private let folder: DataFolder
  /// The settings that the program was started with.
  private let setup: Setup
  private var documents: SourceWatch?
  private var hasStaleDocuments = false
  /// The last message about an unfinished entry, which is not repeated.
  private var said: String?
  /// Whether a prompt has been written, or is about to be, and no line has come behind it.
  nonisolated private let isWaiting = Mutex(false)
  /// Rings when a new program is ready, a browser has an entry, or the session is over.
  private let bell = Bell()
  /// The state for the next program to go on with; `nil` without a next program.
  private(set) var handover: Handover?

  /// Takes over Ctrl-C, which cancels running work or drops an unfinished entry, and does not end the program.
  init(
    session: Session, output: Output, _ folder: DataFolder, _ setup: Setup,
    handover: Handover.Received
  ) {
    received = handover
    self.session = session
    self.setup = setup
    studio = Studio(session, program: Identity.current.title)
    self.folder = folder
    self.output = output
    reloader = Reloader(session) { output.show($0) }
    interrupts = CaughtSignals([SIGINT]) { [weak self, interruption = session.interruption] in
      output.hasEcho.withLock { $0 = true }
      let wasWaiting = self.map { prompt in prompt.isWaiting.withLock { $0 } } ?? false
      interruption.raise()
      Task { @MainActor in self?.interrupt(wasWaiting: wasWaiting) }
    }
    reloader.onReady = { [bell] in bell.ring() }
    studio.onEntry = { [bell] in bell.ring() }
    studio.onStart = { output.cast?.hide($0.secrets) }
    studio.reasonToWait = { [weak self] in
      self?.reader.isInsideStatement == true ? .statementIsBegun : nil
    }
    documents = setup.watchDocuments { [weak self] in
      self?.hasStaleDocuments = true
      self?.bell.ring()
    }
    session.add(studio.word)
    session.addSourceWords(reloader) { file, line, editor in
      await withCheckedContinuation { end in
        Thread.detachNewThread { end.resume(returning: editor.run(on: file, at: line)) }
      }
    }
  }

  /// Replaces this process with the new program; returns only when that fails, with a message.
  func execute(_ handover: Handover) -> Message { reloader.execute(handover) }

  /// Ends the wait for a line, because the session is over.
  func wake() { bell.ring() }

  /// Cancels what runs, or else drops an unfinished entry and asks for the next one.
  private func interrupt(wasWaiting: Bool) {
    guard !session.cancelRunning() else { return }
    if !reader.isInsideStatement { session.host.work?()?.cancel() }
    // A computation that has ended in the meantime has its prompt.
    guard wasWaiting else { return }
    reader = StatementReader()
    output.ask("> ")
  }

  /// Reads and runs entries until the person leaves; a mistake ends only its own entry.
  func run(_ startup: Startup?) async -> Int32 {
    // A Ctrl-C that comes too late for this program must not end the next one.
    defer { if handover == nil { interrupts?.end() } }
    session.host.hasPerson = true
    var left: Journal.LeftOver?
    var goesOn = false
    if case .state = received { goesOn = true } else { left = Journal.leftOver(at: folder.journal) }
    switch received {
    case .state(let handover):
      for look in await reloader.take(handover) { output.show(look) }
      if let place = handover.studio { await serve(at: place) }
      askForLine()
    case .unreadable: askForLine(below: [.handoverIsUnreadable])
    case .nothing:
      await startup?.run(in: session)
      if let endpoint = setup.endpoint { await serve(on: endpoint) }
      askForLine(below: folder.isInUse ? [.plainGreeting, .folderIsShared] : [.plainGreeting])
    }
    let journal = Journal(folder.journal, goesOn: goesOn)
    session.keep(journal)
    if let left { askForLine(below: [.leftOver(left)]) }
    CrashText.set(isKept: journal != nil)
    let input = ByteInput.standard
    var wasAsked = false
    var status = Status.ok.rawValue
    do throws(SystemError) {
      while !session.isFinished {
        // An unfinished entry is typed to its end first.
        if !reader.isInsideStatement {
          if let entry = studio.nextEntry() {
            isWaiting.withLock { $0 = false }
            let text = ParsedText(entry)
            output.ask("\(session.redacted(text))\n")
            await run(text)
            if !session.isFinished { askForLine() }
            continue
          }
          if reloader.takesOver() { break }
          if hasStaleDocuments {
            hasStaleDocuments = false
            output.ask("\n")
            await session.offerAgain(setup) { output.complain($0) }
            askForLine()
          }
        }
        guard await input.isThere(or: bell.descriptor) else {
          bell.silence()
          continue
        }
        // Ctrl-C may have taken away what was there; then another line is waited for here.
        let bytes = try await input.next()
        isWaiting.withLock { $0 = false }
        if bytes.isEmpty {
          // At a terminal the end of input is a key, after which more can be typed.
          if !wasAsked, let question = session.leavingQuestion {
            wasAsked = true
            output.ask("\n")
            askForLine(below: [Message(verbatim: question)])
            continue
          }
          output.ask("\n")
          await take { reader throws(StatementReader.NotText) in
            try reader.end().map { [$0] } ?? []
          }
          session.finish()
          break
        }
        wasAsked = false
        var rest = bytes
        while await !take({ reader throws(StatementReader.NotText) in try reader.read(rest) }) {
          rest = []
        }
        guard !session.isFinished else { continue }
        if reader.isInsideStatement {
          let awaited = Message.entryGoesOn(awaiting: reader.awaited)
          let told = awaited.text(in: session.language)
          if told != said { output.ask("", below: [awaited]) }
          said = told
        }
        askForLine(reader.isInsideStatement ? ". " : "> ")
      }
    } catch {
      output.complain(Message.inputIsUnreadable(error.reason).text(in: session.language))
      status = Program.Exit.wrongUse
    }
    if reloader.isReady, !session.isFinished {
      // The new program begins its own line, behind the prompt that waits.
      output.ask("\n")
      handover = reloader.handover(draft: nil)
      handover?.studio = studio.place
    } else {
      journal?.close()
    }
    reloader.end()
    await studio.stop()
    session.cancelJobs()
    return status
  }

  /// Asks for a line; Ctrl-C asks again from then on, even if it comes as soon as the prompt is seen.
  private func askForLine(_ prompt: String = "> ", below messages: [Message] = []) {
    isWaiting.withLock { $0 = true }
    output.ask(prompt, below: messages)
  }

  /// Runs the texts that the reader has; reports and skips a line that is not text.
  ///
  /// - Returns: True when that was all; false when more may follow the skipped line.
  @discardableResult
  private func take(
    _ texts: (inout StatementReader) throws(StatementReader.NotText) -> [ParsedText]
  ) async -> Bool {
    do throws(StatementReader.NotText) {
      for text in try texts(&reader) where !session.isFinished { await run(text) }
      return !reader.hasFailed
    } catch {
      output.complain(Message.lineIsNoText.text(in: session.language))
      reader.skip()
      return false
    }
  }

  /// Runs an entry and reports it to the browsers.
  private func run(_ text: ParsedText) async {
    studio.begin(session.redacted(text))
    await studio.end(await session.run(text))
  }

  /// Serves the session to a browser, as `:serve` does, or at the place where the previous program has served it.
  private func serve(at place: StudioPlace? = nil, on endpoint: StudioEndpoint? = nil) async {
    do {
      let answer = try await studio.serve(at: place, on: endpoint)
      if place == nil || studio.place != place {
        output.ask("", below: [answer])
      }
    } catch {
      output.complain(error.text(in: session.language))
    }
  }
}
