import Foundation
import LineEditor
import REPLKit

/// Builds the program anew beside the conversation, and says when it can go on in the new one.
@MainActor
final class Reloader {
  /// Whether the new program can take the place of this one now.
  private(set) var isReady = false
  /// Called when ``isReady`` becomes true.
  var onReady: @MainActor () -> Void = {}
  /// Called when a build begins, and when it has ended.
  var onBuild: @MainActor (_ isRunning: Bool) -> Void = { _ in }

  private let package: BuiltPackage?
  private let session: Session
  /// Says something at any time.
  private let say: @MainActor (Record) -> Void
  /// Shows how long a build has run, or takes that away.
  private let show: @MainActor (String?) -> Void
  private var row: BusyRow?
  private var build: PackageBuild?
  /// Whether sources have changed since the build began.
  private var isStale = false
  /// Whether a person has asked for what is being built, and so accepts what ends with it.
  private var isAsked = false
  private var watch: SourceWatch?
  private var times = BuildTimes()
  /// The file of the program that was tried and can go on.
  private var tried: FileStamp?
  /// Whether what ends with the program that runs is accepted, as a person has asked for the new one.
  private var isAccepted = false
  /// The file of the program that runs.
  private let running: FileStamp?

  /// Whether a build runs.
  var isBuilding: Bool { build?.isCancelled == false }

  /// Whether what is saved is built.
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

  /// The build that runs, for `:jobs` and `:cancel`.
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

  /// Ends what is built, and watches nothing any more.
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

  /// Begins a build, or has one follow the one that runs.
  private func start(_ package: BuiltPackage) -> Message {
    // The program that was tried is the one that takes over; it builds what was saved since.
    guard !isReady else { return .buildsAgain }
    if let build {
      isStale = true
      // It is of no use any more, and may wait for ever.
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
      Message.buildOfProgram.text(in: language), way: Message.cancelEndsIt.text(in: language),
      show: show)
    Task {
      var outcome = await build.run()
      times.linking = build.linking
      // What is there now is tried; what is there when the trial is over may be something else.
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
    onBuild(false)
    // Messages about older sources are of no use.
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

  /// Whether the new program takes over now: not when another one has been built in its place since it was tried,
  /// nor when something would be lost that has begun meanwhile.
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
  /// The handover for the next program.
  func handover(draft: LineEditor.Draft?) -> Handover {
    Handover(
      session: session.carried(), draft: draft, isWatching: isWatching, times: times)
  }

  /// Replaces this process; returns, with a sentence, only when that cannot be done.
  func execute(_ handover: Handover) -> Message {
    guard let package else { return .isNotInPackage }
    return .cannotBeStarted(handover.execute(package.executable).reason)
  }

  /// Goes on with what the program before this one has handed over.
  ///
  /// - Returns: The first looks of the watches.
  func take(_ handover: Handover) async -> [Record] {
    let started = ContinuousClock.now
    let over = await session.take(handover.session)
    if handover.isWatching, let package {
      watch(package)
      // What was saved when the program before did not watch any more.
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
  /// The number of names in a row: a list of a thousand rows that is empty now is one loss for a person.
  private static let mostNames = 6

  /// A row for each reason, with what was lost for it, in the order in which the first was.
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
