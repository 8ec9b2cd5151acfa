import Foundation
import LineEditor
import REPLKit

/// Builds the program again in the background, and reports when the new program can take over.
@MainActor
final class Reloader {
  /// Whether the new program can take over now.
  private(set) var isReady = false
  /// Called when ``isReady`` becomes true.
  var onReady: @MainActor () -> Void = {}
  /// Called when a build begins and when it ends.
  var onBuild: @MainActor (_ isRunning: Bool) -> Void = { _ in }

  private let package: BuiltPackage?
  private let session: Session
  /// Shows a record at any time.
  private let say: @MainActor (Record) -> Void
  /// Shows the row about a running build; `nil` removes it.
  private let show: @MainActor (String?) -> Void
  private var row: BusyRow?
  private var build: PackageBuild?
  /// Whether sources have changed since the build began.
  private var isStale = false
  /// Whether a person has asked for the present build, and so accepts the losses of a takeover.
  private var isAsked = false
  private var watch: SourceWatch?
  private var times = BuildTimes()
  /// The stamp of the executable that passed the trial.
  private var tried: FileStamp?
  /// Whether the losses of the takeover are accepted, because a person has asked for the new program.
  private var isAccepted = false
  /// The stamp of the running executable.
  private let running: FileStamp?

  /// Whether a build runs.
  var isBuilding: Bool { build?.isCancelled == false }

  /// Whether saved sources are built automatically.
  var isWatching: Bool { watch != nil }

  init(
    _ session: Session, say: @escaping @MainActor (Record) -> Void,
    show: @escaping @MainActor (String?) -> Void = { _ in }
  ) {
    (self.session, self.say, self.show) = (session, say, show)
    package = BuiltPackage.current
    running = package.map { FileStamp(of: $0.executable) }
    session.host.work = { [weak self] in self?.work }
  }

  /// The running build, for `:jobs` and `:cancel`.
  private var work: HostSettings.Work? {
    guard isBuilding else { return nil }
    return HostSettings.Work(name: .buildOfProgram, start: times.begin) { [weak self] in
      guard let self else { return }
      (isStale, isAsked) = (false, false)
      build?.cancel()
      say(.note(.buildIsEnded))
    }
  }

  /// The word `:reload`.
  var word: ToolCommand {
    ToolCommand(
      "reload",
      Message(
        "rebuild the program and continue in it; :reload on does so whenever a source is saved, :reload off ends that",
        "重新构建程序并在其中继续；:reload on 每次保存源文件时自动进行，:reload off 结束"),
      words: ["on", "off"]
    ) { [weak self] argument in
      try (self?.answer(argument)).map { [.note($0)] } ?? []
    }.unrecorded()
  }

  private func answer(_ argument: String) throws(Message) -> Message {
    guard let package else { throw .isNotInPackage }
    switch argument {
    case "":
      isAsked = true
      return start(package)
    case "on":
      watch(package)
      _ = start(package)
      return .watchesSources
    case "off":
      let isBuilding = isBuilding
      end()
      return isBuilding ? .buildIsEnded : .watchesNoSources
    default: throw .write([":reload", ":reload on", ":reload off"])
    }
  }

  /// Ends the build and the watching of sources.
  func end() {
    watch = nil
    isStale = false
    isAsked = false
    build?.cancel()
  }

  private func watch(_ package: BuiltPackage) {
    watch = SourceWatch(in: package.roots) { [weak self] in
      guard let self else { return }
      _ = start(package)
    }
  }

  /// Starts a build, or lets a build follow the running one.
  private func start(_ package: BuiltPackage) -> Message {
    // The program that passed the trial takes over, and builds what was saved since.
    guard !isReady else { return .buildsAgain }
    if let build {
      isStale = true
      // The trial is of no use any more, and may wait for ever.
      build.endTrial()
      return .buildsAgain
    }
    let build = PackageBuild(of: package)
    self.build = build
    isStale = false
    times = BuildTimes()
    onBuild(true)
    let language = session.language
    row = BusyRow(
      Message.buildOfProgram.text(in: language), way: Message.cancelEndsIt.text(in: language)
    ) { [weak self] text in
      Task { @MainActor [weak self] in
        guard let self, row != nil else { return }
        show(text)
      }
    }
    Task {
      var outcome = await build.run()
      times.linking = build.linking
      // The stamp is taken before the trial, because the file may be another one afterwards.
      let built = FileStamp(of: package.executable)
      if case .built = outcome, !isStale, built != running {
        outcome = await build.test(with: handover(draft: nil))
      }
      self.build = nil
      finish(outcome, built, package)
    }
    return .building
  }

  private func finish(
    _ outcome: PackageBuild.Outcome, _ built: FileStamp, _ package: BuiltPackage
  ) {
    times.built = .now
    row?.end()
    row = nil
    show(nil)
    onBuild(false)
    // Messages about older sources are useless.
    if isStale {
      _ = start(package)
      return
    }
    switch outcome {
    case .cancelled: return
    case .failed(let output):
      let text = CompilerOutput(output).text(in: package.root)
      say(.output(text.isEmpty ? output.suffix(2_000).description : text))
      say(.note(.buildFailed))
    case .withoutSwift: say(.note(.swiftIsMissing))
    case .unfit(let end, let output):
      if !output.isEmpty { say(.output(output.prefix(2_000).description)) }
      say(.note(.doesNotStart(end)))
    case .built where built == running:
      if isAsked { say(.note(.programIsUnchanged)) }
    case .built:
      if !isAsked, let losses = session.lossesOfCarrying(and: .reloadGoesOn) {
        return say(.note(.built(losses)))
      }
      (isReady, isAccepted) = (true, isAsked)
      tried = built
      onReady()
    }
    isAsked = false
  }

  /// Returns whether the new program takes over now: not if another build has replaced it since its trial, and not if
  /// something that has begun in the meantime would be lost.
  func takesOver() -> Bool {
    guard isReady, let package else { return false }
    if FileStamp(of: package.executable) != tried {
      isReady = false
      _ = start(package)
    } else if !isAccepted, let losses = session.lossesOfCarrying(and: .reloadGoesOn) {
      isReady = false
      say(.note(.built(losses)))
    }
    return isReady
  }
}

// MARK: - From one program to the next

extension Reloader {
  /// Returns the handover for the next program.
  func handover(draft: LineEditor.Draft?) -> Handover {
    Handover(
      session: session.carried(), draft: draft, isWatching: isWatching, times: times)
  }

  /// Replaces this process; returns only on failure, with a message.
  func execute(_ handover: Handover) -> Message {
    guard let package else { return .isNotInPackage }
    return .cannotBeStarted(handover.execute(package.executable).reason)
  }

  /// Continues with the state that the previous program has handed over.
  ///
  /// - Returns: The first records of the watches.
  func take(_ handover: Handover) async -> [Record] {
    let started = ContinuousClock.now
    let over = await session.take(handover.session)
    if handover.isWatching, let package {
      watch(package)
      // Sources may have been saved after the previous program had stopped watching.
      let built = FileStamp(of: package.executable).date ?? .distantFuture
      let sources = SourceWatch.files(of: package.roots).stamps.values
      if sources.contains(where: { $0.date ?? built > built }) { _ = start(package) }
    }
    say(.note(.reloaded(handover.times, started: started, ended: .now)))
    if !over.losses.isEmpty {
      let all = Self.rows(over.losses, in: session.language)
      var rows = Array(all.prefix(Self.mostLosses))
      let more = all.count - rows.count
      if more > 0 {
        rows.append((word: "…", text: Message.andMore(more).text(in: session.language)))
      }
      say(.page(title: .notCarriedOver, rows: rows))
    }
    return over.looks
  }

  private static let mostLosses = 12
  /// The number of names in a row; for a person, a list that has lost a thousand rows is one loss.
  private static let mostNames = 6

  /// Returns a row for each reason with the names that were lost for it, in the order of the first loss.
  static func rows(
    _ losses: [CarriedOver.Loss], in language: HelpLanguage
  ) -> [(word: String, text: String)] {
    var rows: [(names: [String], text: String)] = []
    for loss in losses {
      let reason = loss.reason.text(in: language)
      if let index = rows.firstIndex(where: { $0.text == reason }) {
        rows[index].names.append(loss.name)
      } else {
        rows.append(([loss.name], reason))
      }
    }
    return rows.map { names, text in
      let more = names.count - mostNames
      let told = names.prefix(mostNames).joined(separator: ", ")
      return (more > 0 ? "\(told) \(Message.andMore(more).text(in: language))" : told, text)
    }
  }
}
