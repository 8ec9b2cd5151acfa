import DisplayWidth
import Foundation
import LineEditor
import REPLKit
import REPLStudio

/// The interactive prompt at a terminal: the editor reads entries, and records are printed above the line.
@MainActor
final class Prompt {
  let editor: LineEditor
  let session: Session
  private let stage: any Stage
  /// The state that the editor's thread reads while the session runs, such as the symbols for completion.
  let shared: PromptState
  /// The correction of the last mistake.
  private let correction = Correction()
  private let panel: WatchPanel
  let rows: PanelRows
  let screen: ScreenPanel
  let answers: LongAnswers
  let preferences: Preferences
  let printer: Printer
  private let setup: Setup
  let folder: DataFolder
  let reloader: Reloader
  let studio: Studio
  private let notes: TalkNotesFile
  /// Watches the folders of lessons and talks that a person may be writing.
  private var documents: SourceWatch?
  private var hasStaleDocuments = false
  private let firstSteps: FirstSteps
  /// The state that the previous program has handed over.
  private let handover: Handover.Received
  /// The entry that is being read.
  var reading: Task<Result<LineEditor.Entry, LineEditorError>, Never>?
  /// The open question of a command.
  var asked: Task<LineEditor.Entry?, Never>?
  /// The statement that a form has made, to run as if it had been typed.
  var made: String?

  /// Creates the prompt, which takes over the terminal.
  init(
    _ stage: any Stage, _ folder: DataFolder, clock: SessionClock, _ setup: Setup,
    _ handover: Handover.Received, cast: CastFile?
  ) throws(LineEditorError) {
    self.handover = handover
    let options = setup.options
    firstSteps = FirstSteps(
      isFirstTime: !FileManager.default.fileExists(atPath: folder.history.path))
    let colors = Colors(choice: options.color)
    let printer = Printer(TextRenderer(style: colors.style(on: STDOUT_FILENO, options.theme)))
    let correction = correction
    let rows = PanelRows {
      Terminal.standard.size
    } draw: {
      printer.panelRows(.liveGraph($0))
    } show: {
      printer.editor?.setPanel($0)
    }
    rows.cells = { printer.cells }
    let panel = WatchPanel {
      printer.panelRows($0)
    } show: {
      rows.watches = $0
    }
    let screen = ScreenPanel(
      ScreenRenderer(style: colors.style(on: STDOUT_FILENO, options.theme)), in: rows, printer)
    let answers = LongAnswers {
      Terminal.standard.size
    } panel: {
      rows.height
    } cells: {
      CellWidth(ambiguous: printer.cells)
    } print: {
      printer.print($0)
    }
    self.answers = answers
    let session = stage.session(clock: clock) { record in
      // The screen is already above the prompt.
      if case .screen = record, screen.isOn {
        if printer.session?.talkRow == nil, screen.tellsWayIn() {
          printer.printWrapped(.wayIntoScreen)
        }
        return
      }
      if case .liveGraph(let graph) = record {
        rows.graph = graph
        return
      }
      if !panel.take(record) { answers.take(printer.numbered(record), of: record) }
      switch record {
      case .diagnostic(let diagnostic, let source):
        correction.take(diagnostic, in: source)
        printer.onFinished()
      case .finished: printer.onFinished()
      default: break
      }
    }
    session.language = options.helpLanguage
    session.host.hasPerson = true
    session.host.typesTalks = true
    session.host.onResult = { printer.number = $0 }
    session.host.readTestSources = { BuiltPackage.current?.testSources }
    session.host.screens.onChange = { screen.take($0) }
    session.host.keys = LineEditor.purposes
    let shared = PromptState(
      symbols: session.symbols, theme: Self.theme(options.theme, colors), hasSuggestions: true,
      language: session.language)
    var configuration = Self.configuration(shared, history: folder.history, session, printer)
    configuration.takePanelKey = { key, isTypedAhead in
      let reply = await screen.press(key, isTypedAhead: isTypedAhead)
      shared.isInField = await screen.isInField
      return reply
    }
    configuration.resized = {
      Task { @MainActor in
        panel.update()
        rows.update()
      }
    }
    configuration.pressed = { key in Task { @MainActor in rows.key = key } }
    if let cast {
      configuration.recording = LineEditor.Recording(
        cast, mask: { shared.masked($0) }, maskOutput: { shared.maskedOutput($0) })
      session.host.onMark = { cast.mark($0) }
    }
    if case .state(let handover) = handover { configuration.draft = handover.draft }
    editor = try LineEditor(configuration)
    reloader = Reloader(session) {
      printer.print(printer.text($0))
    } show: {
      rows.work = $0
    }
    studio = Studio(session, program: Identity.current.title)
    studio.onStart = { cast?.hide($0.secrets) }
    self.printer = printer
    preferences = Preferences(theme: options.theme)
    self.session = session
    self.stage = stage
    self.shared = shared
    self.panel = panel
    self.rows = rows
    self.screen = screen
    self.setup = setup
    self.folder = folder
    notes = TalkNotesFile(folder.talks)
    printer.editor = editor
    printer.session = session
    printer.onFinished = { [weak session] in
      if let session { shared.update(session) }
    }
    preferences.onChange = { [editor] preferences in
      printer.renderer = TextRenderer(style: colors.style(on: STDOUT_FILENO, preferences.theme))
      let theme = Self.theme(preferences.theme, colors)
      shared.update(theme: theme, hasSuggestions: preferences.suggestions == .on)
      editor.setLook(
        LineEditor.Look(
          theme: theme, ambiguousCells: preferences.ambiguous.cells,
          reflows: preferences.reflow.isOn))
      printer.ambiguousCells = preferences.ambiguous.cells
      printer.showsNumbers = preferences.numbers == .on
      screen.renderer = ScreenRenderer(style: colors.style(on: STDOUT_FILENO, preferences.theme))
      screen.draw()
      panel.set(isOpen: preferences.panel == .on)
      rows.showsKeys = preferences.keys == .on
    }
    stage.onProblem { [weak editor] in editor?.complain($0) }
    cast?.onFailure { [shared, editor] in editor.complain($0.text(in: shared.language)) }
    session.host.onLiveGraph = { rows.graph = $0 }
    session.host.onConceal = { [editor, weak session] redact in
      // What is shown before the entry ends is recorded without the secret, too.
      if let session { shared.update(session) }
      editor.reviseHistory(redact)
      cast?.rewrite(markers: redact)
    }
    session.host.onLesson = { [editor, weak session] in
      guard let session else { return }
      shared.update(session)
      rows.lesson = session.placeRows
      if let next = session.nextLesson { editor.suggestNext(next) }
    }
    session.host.onBeginOfStep = { [editor] in editor.dimOlder() }
    session.host.onCopy = { [editor] in editor.copy($0) }
    editor.onInterrupt = { [interruption = session.interruption] in
      interruption.raise()
      Task { @MainActor in session.cancelRunning() }
    }
  }

  /// The theme of the editor; without colours it still has weight and inversion.
  private static func theme(_ name: ThemeName, _ colors: Colors) -> Theme {
    colors.areWanted(on: STDOUT_FILENO) ? name.theme : .mono
  }

  /// Runs the startup files and an opening entry, as if typed, unless the previous program has done so; then reads and
  /// runs entries until the person leaves.
  ///
  /// - Returns: The exit code.
  func run(_ startup: Startup?, opening: String?) async -> Int32 {
    let deadline = Deadline(setup.options.timeout, of: session, after: handover) {
      [weak self] message in
      guard let self else { return }
      editor.complain(told(message))
      reading?.cancel()
      asked?.cancel()
    }
    await stage.furnish(session)
    session.offerLessons(setup, progress: folder.progress) { [editor] in editor.complain($0) }
    session.offerTalks(setup) { [editor] in editor.complain($0) }
    if !handover.goesOn { made = opening }
    addWords()
    watchDocuments()
    var first: String?
    switch handover {
    case .state(let handover):
      let looks = await reloader.take(handover)
      for look in looks { _ = panel.take(look) }
      if let place = handover.studio { await serve(at: place) }
    case .unreadable: editor.print(told(.handoverIsUnreadable))
    case .nothing:
      first = firstLine
      printer.printWrapped(.greeting(first: firstLine, hasLessons: session.hasLessons))
      if let startup {
        let name = told(.startupFiles)
        await whileBusy(name) { await startup.run(in: session) }
      }
      if let endpoint = setup.endpoint { await serve(on: endpoint) }
    }
    // Things that a startup file has made need no first line, and left-over statements come first.
    if let first, first == firstLine { editor.suggestNext(first) }
    let journal = beginJournal()
    shared.update(session)
    tellPlace()
    var status = Status.ok
    do {
      while !session.isFinished, let entry = try await nextEntry() {
        let isBlank = entry.allSatisfy(\.isWhitespace)
        answers.begin(isBlank: isBlank)
        panel.begin()
        let start = ContinuousClock.now
        CrashText.set(running: shared.kept(entry), isKept: journal != nil)
        studio.begin(shared.kept(entry))
        await whileBusy(self.shared.kept(entry)) {
          await studio.end(await session.run(self.shared.parsed(entry)))
        }
        CrashText.set(isKept: journal != nil)
        if preferences.timing == .on { editor.print(told(.took(start.duration(to: .now)))) }
        let waiting = answers.end()
        if let waiting, !isBlank { editor.print(told(.more(waiting, isAbove: answers.isMarked))) }
        shared.update(session)
        panel.keep(session.watchNumbers, resting: session.restingWatchNumbers)
        await readDocuments()
        tellPlace()
        if let place = correction.place(in: entry) { editor.setMistake(at: place) }
        let line = correction.take() ?? waiting.map({ _ in ":more" }) ?? session.nextLesson
        if let line = line ?? firstSteps.next(in: session) { editor.suggestNext(line) }
      }
    } catch {
      editor.complain(error.message)
      status = .runtimeError
    }
    let goesOn = reloader.isReady && !session.isFinished && status == .ok
    var handover = goesOn ? reloader.handover(draft: editor.draft) : nil
    handover?.studio = studio.place
    handover?.end = deadline?.end
    if reloader.isBuilding { editor.print(told(.buildIsEnded)) }
    reloader.end()
    notes.close()
    await studio.stop()
    session.cancelJobs()
    await session.close()
    await stage.close()
    editor.close()
    deadline?.cancel()
    guard let handover else {
      journal?.close()
      if deadline?.isOver == true { return Program.Exit.timeUp }
      return status.rawValue
    }
    editor.complain(told(reloader.execute(handover)))
    return Status.runtimeError.rawValue
  }

  /// The line that is suggested first.
  private var firstLine: String { session.firstStatement ?? ":types" }

  /// Serves the session to a browser, as `:serve` does, or at the place where the previous program has served it.
  private func serve(at place: StudioPlace? = nil, on endpoint: StudioEndpoint? = nil) async {
    do {
      let answer = try await studio.serve(at: place, on: endpoint)
      if place == nil || studio.place != place { editor.print(told(answer)) }
    } catch {
      editor.complain(told(error))
    }
  }

  /// Starts the journal or continues that of the previous program; reports a left-over journal.
  private func beginJournal() -> Journal? {
    var goesOn = false
    if case .state = handover { goesOn = true }
    let left = goesOn ? nil : Journal.leftOver(at: folder.journal)
    if !goesOn, folder.isInUse { printer.printWrapped(.folderIsShared) }
    let journal = Journal(folder.journal, goesOn: goesOn)
    session.keep(journal)
    if let left {
      printer.printWrapped(.leftOver(left))
      if let way = left.way { editor.suggestNext(way) }
    }
    return journal
  }

  /// Reads the lessons and talks of a folder again whenever one of them is saved.
  private func watchDocuments() {
    documents = setup.watchDocuments { [weak self] in
      guard let self else { return }
      hasStaleDocuments = true
      // During a statement the documents stay unchanged.
      if reading != nil { Task { await self.readDocuments() } }
    }
  }

  /// Reads lessons and talks again, if one was saved.
  private func readDocuments() async {
    guard hasStaleDocuments else { return }
    hasStaleDocuments = false
    await session.offerAgain(setup) { [editor] in editor.complain($0) }
    tellPlace()
  }

  /// Shows the place in a talk or lesson, in the row above the prompt and in the speaker's second terminal.
  func tellPlace() {
    rows.lesson = session.placeRows
    notes.show(session.talkNotes)
  }

  private func told(_ message: Message) -> String { message.text(in: session.language) }

  /// Shows the current task, its time and its progress while `work` runs, if that takes more than a moment.
  private func whileBusy(
    _ what: @escaping @autoclosure @Sendable () -> String, _ work: () async -> Void
  ) async {
    let row = BusyRow(what(), way: told(.cancelling)) { [editor] in editor.setStatus($0) }
    session.host.onProgress = { row.take($0) }
    await work()
    session.host.onProgress = nil
    row.end()
  }
}

extension LineEditor {
  /// Prints a line of the program itself.
  fileprivate nonisolated func complain(_ message: String) {
    print(
      "\(Identity.current.name): \(message)".wrapped(
        to: Terminal.standard.size.columns, indentation: 2,
        cells: CellWidth(ambiguous: ambiguousCells)))
  }
}
