import ViewModels

extension ToolCommand {
  static let aboutRecordings = [
    ToolCommand(
      "record", .record,
      "what you type is recorded from the start; :record restarts here, :record stop ends it",
      "输入从一开始就会录制；:record 从这里重新开始，:record stop 结束", takes: .text(["stop"]), isRecorded: false
    ) { session, argument, span in
      try await RecordingFiles(session: session).record(argument, at: span)
    },
    ToolCommand(
      "replay", .record, "replay the recording, and show where it differs",
      "重放录制，指出第一处不同及两边的原因", takes: .nothing, isRecorded: false
    ) { session, _, span in try await Replay(session: session).run(at: span) },
    ToolCommand(
      "export", .record,
      "what is recorded, as a transcript, a test or a lesson: :export md notes.md",
      "把录制导出为对话、测试或课程草稿：:export md notes.md", takes: .file(after: ["md", "test", "lesson"]),
      isRecorded: false
    ) { session, argument, span in try RecordingFiles(session: session).export(argument, at: span)
    },
    ToolCommand(
      "save", .record,
      "what you have typed, from the start or from :record on, as a script: :save tour.mvvm",
      "把输入的语句（从开始或 :record 起）存为脚本：:save tour.mvvm", takes: .file(after: []), isRecorded: false
    ) { session, argument, span in try RecordingFiles(session: session).save(argument, at: span) },
    ToolCommand(
      "load", .record,
      "run the statements of a file here: :load tour.mvvm; first write into the file each secret that was left out",
      "在这里执行文件中的语句：:load tour.mvvm；被略去的机密值要先写进文件", takes: .file(after: []), isRecorded: false
    ) { session, argument, span in
      try await RecordingFiles(session: session).load(argument, at: span)
    },
  ]
}

/// The tool commands that record, write a recording, and run a file.
struct RecordingFiles: SessionTask {
  let session: Session

  /// Executes `:record`, which starts a new recording, or `:record stop`, after which nothing is recorded.
  func record(_ argument: String, at span: Span) async throws(Diagnostic) {
    switch argument {
    case "":
      await host.onRecord?()
      voice.recorder.start()
      emit(.note(.recordingBegins))
      let names = scope.variables.keys.filter { !scope.hostNames.contains($0) }.sorted()
      if !names.isEmpty {
        emit(.note(.replayBeginsWithout(names)))
      }
    case "stop":
      voice.recorder.isOn = false
      emit(.note(.recorded(voice.recorder.stepsOfDesk.count)))
    default:
      throw Diagnostic(
        .arguments, .nothingToRecord(argument.clipped(to: 40)), at: span, help: .writeRecord)
    }
  }

  /// Executes `:export md`, `:export test` or `:export lesson`, into a file or, without one, as output.
  func export(_ argument: String, at span: Span) throws(Diagnostic) {
    var (isForced, argument) = argument.isForced
    var words = argument.split(separator: " ", maxSplits: 1).map(String.init)
    // `:export test! FILE` means the same as `:export! test FILE`.
    if let kind = words.first, kind.hasSuffix("!") {
      isForced = true
      words[0] = String(kind.dropLast())
    }
    let steps = voice.recorder.stepsOfDesk
    let text: String
    var gaps: [Message] = []
    switch words.first {
    case "md"?: text = RecordingText(steps: steps.filter { !$0.isCutShort }).transcript
    case "test"?:
      let test = RecordedTest(
        // The answer to a lesson's question is not about its view-models.
        voice.recorder.isDeskOfLesson ? steps.filter { !$0.text.hasPrefix("let answer ") } : steps,
        of: typesInUse, host.readTestSources?(),
        hostNames: scope.hostNames,
        names: Set(scope.variables.keys).subtracting(scope.hostNames),
        in: words.dropFirst().first?.unquoted)
      (text, gaps) = (test.text, test.gaps)
    case "lesson"?: text = LessonDraft(steps: steps).document
    default:
      throw Diagnostic(.arguments, .exportForms, at: span, help: .writeExport)
    }
    guard !steps.isEmpty else { throw nothingRecorded(at: span) }
    if let loss = voice.recorder.loss { emit(loss) }
    guard let path = words.dropFirst().first else { return emit(.output(text)) }
    try keep(text + "\n", in: path.unquoted, isForced, at: span) { ":export! \(words[0]) \($0)" }
    let cut = words[0] == "test" ? [] : steps.filter(\.isCutShort).map(\.shown)
    if !cut.isEmpty { emit(.note(.cutShort(cut))) }
    if !gaps.isEmpty {
      emit(.note(.testLacks(gaps)))
    } else if words[0] != "test", steps.contains(where: \.lacksSecret) {
      emit(.note(.marksStandForSecrets))
    }
  }

  private func nothingRecorded(at span: Span) -> Diagnostic {
    Diagnostic(.notNow, .nothingRecorded, at: span, help: .typeStatementsFirst)
  }

  /// Writes a recording; `isForced` is required to overwrite a file that was not written here.
  private func keep(
    _ text: String, in path: String, _ isForced: Bool, at span: Span, by way: (String) -> String
  ) throws(Diagnostic) {
    try output.keep(text, in: path, isForced: isForced, at: span, by: way)
    voice.recorder.noteSaved()
  }

  /// The types of the named view-models that the catalog can create.
  private var typesInUse: [RecordedTest.Tested] {
    let types = scope.viewModels.compactMap { viewModel -> RecordedTest.Tested? in
      let type = Swift.type(of: viewModel)
      guard let entry = catalog[type.schema.typeName] else { return nil }
      // If the counts differ, a closure of the program passes arguments that the catalog does not provide.
      let parameters = entry.parameters.count + entry.providedParameters.count
      return RecordedTest.Tested(
        path: String(reflecting: type),
        hasInitializer: entry.schema.creation.map { $0.parameters.count == parameters } ?? false,
        services: entry.providedParameters.map { "\($0.type)" })
    }
    return Set(types).sorted { $0.path < $1.path }
  }

  /// Executes `:save tour.mvvm`, which writes the recorded statements as a script without secrets.
  func save(_ argument: String, at span: Span) throws(Diagnostic) {
    let (isForced, argument) = argument.isForced
    guard !argument.isEmpty else {
      throw Diagnostic(.arguments, .nameAFile, at: span, help: .write(":save tour.mvvm"))
    }
    let steps = voice.recorder.stepsOfDesk
    guard !steps.isEmpty else { throw nothingRecorded(at: span) }
    if let loss = voice.recorder.loss { emit(loss) }
    try keep(
      steps.flatMap(\.written).map { $0 + "\n" }.joined(), in: argument.unquoted, isForced, at: span
    ) {
      ":save! \($0)"
    }
    var (line, masked) = (1, [String]())
    for step in steps {
      let isMasked = step.lacksSecret && !step.hasFailed && !step.isCutShort
      if isMasked { masked.append("\(line + step.written.count - 1)") }
      line += step.written.reduce(0) { $0 + $1.count(where: \.isNewline) + 1 }
    }
    if !masked.isEmpty { emit(.note(.secretsLeftOut(masked))) }
    let cut = steps.filter(\.isCutShort).map(\.shown)
    if !cut.isEmpty { emit(.note(.cutShort(cut))) }
  }

  /// Executes `:load tour.mvvm`, which runs the statements of a file as if they were typed here.
  func load(_ argument: String, at span: Span) async throws(Diagnostic) {
    guard !argument.isEmpty else {
      throw Diagnostic(.arguments, .nameAFile, at: span, help: .write(":load tour.mvvm"))
    }
    guard session.entry.nesting <= Self.deepestLoad else {
      throw Diagnostic(.tooDeep, .filesTooDeep(Self.deepestLoad), at: span)
    }
    let path = argument.unquoted
    let inner = ParsedText(SourceText(try output.read(path, at: span), name: path))
    let statements = (try? inner.statements.get()) ?? []
    func line(_ place: Span) -> Int { inner.source.line(at: place.start).number }
    let masked = statements.filter { $0.kind.takesMask(scope.redaction) }
      .map { "\(line($0.span))" }
    if !masked.isEmpty { emit(.note(.masksAreTaken(masked))) }
    guard voice.recorder.journal?.isLeftOver(path) != true else {
      return try await restore(inner, from: path, at: span)
    }
    do throws(Diagnostic) { try await session.perform(inner) } catch {
      guard let place = error.span else { throw Diagnostic(.failed, .stopped(path), at: span) }
      let left = statements.filter {
        $0.span.start < place.start && $0.kind.leavesSecret(scope.redaction)
      }.map { "\(line($0.span))" }
      throw Diagnostic(
        .failed, .stopped(path, atLine: line(place)), at: span,
        help: left.isEmpty ? nil : .secretsAreMissing(left))
    }
  }

  /// Runs the statements of a session that did not end well, even those after a failed one.
  ///
  /// Some may fail, for example without the secrets that were left out. The failed statements are reported at the end,
  /// and the file is kept for them.
  private func restore(
    _ text: ParsedText, from path: String, at span: Span
  ) async throws(Diagnostic) {
    let recorder = voice.recorder
    let wasRestoring = recorder.isRestoring
    recorder.isRestoring = true
    defer { recorder.isRestoring = wasRestoring }
    let left = text.source
    var failed: [String] = []
    do throws(Diagnostic) {
      try await session.perform(text) { statement in
        let (line, words) = (left.line(at: statement.span.start).number, left.slice(statement.span))
        failed.append("\(line): \(String(words).clipped(to: 100))")
      }
    } catch {
      throw Diagnostic(.failed, .stopped(path), at: span)
    }
    let count = (try? text.statements.get())?.count ?? 0
    let cut = Journal.lines(Journal.cutShort, in: left.text)
    if !cut.isEmpty { emit(.note(.wereCutShort(cut))) }
    guard failed.isEmpty else { return emit(.note(.restored(failed, of: count, from: path))) }
    // In a lesson, the journal contains the statements as comments only.
    if !recorder.isDeskOfLesson { recorder.journal?.noteLoaded(path) }
  }

  private static let deepestLoad = 8
}

extension Session {
  /// Stores the statements that run from now on in a journal, so that the next start can restore them if this program
  /// does not end well.
  public func keep(_ journal: Journal?) {
    voice.recorder.journal = journal
    journal?.onEnd = { [voice] in voice.aside(.note(.journalHasEnded($0))) }
  }
}

extension String {
  /// Whether the text begins with the `!` of `:save!`, and the text after it.
  var isForced: (Bool, String) {
    first == "!" ? (true, String(dropFirst()).trimmed) : (false, self)
  }

  /// The text without the quotes around it, if there are any.
  var unquoted: String {
    count > 1 && first == "\"" && last == "\"" ? String(dropFirst().dropLast()) : self
  }
}

extension Recorder.Step {
  /// Whether a person interrupted the statement before it was done; running it again could last for ever.
  var isCutShort: Bool { isInterrupted && hasThrown && instead == nil }
}
