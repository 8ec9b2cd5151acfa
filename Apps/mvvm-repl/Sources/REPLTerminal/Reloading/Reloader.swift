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

  private let package: BuiltPackage?
  private let session: Session
  /// Says something at any time.
  private let say: @MainActor (Record) -> Void
  private var build: PackageBuild?
  /// Whether sources have changed since the build began.
  private var isStale = false
  /// Whether a person has asked for what is being built, and so accepts what ends with it.
  private var isAsked = false
  private var watch: SourceWatch?
  private var times = BuildTimes()
  /// The file of the program that runs.
  private let running: Stamp?

  /// Whether what is saved is built.
  var isWatching: Bool { watch != nil }

  /// Which file lies at a path.
  private struct Stamp: Equatable {
    let device: UInt64
    let number: UInt64
    let seconds: Int
    let nanoseconds: Int
  }

  init(_ session: Session, say: @escaping @MainActor (Record) -> Void) {
    self.session = session
    self.say = say
    package = BuiltPackage.current
    running = package.flatMap { Self.stamp($0.executable) }
  }

  /// The word `:reload`.
  var word: ToolCommand {
    ToolCommand(
      "reload",
      Message(
        "build the program anew and go on in it; :reload on does so whenever a source is saved",
        "重新构建程序并在其中继续；:reload on 每次保存源文件时自动进行"),
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
      watch = nil
      return .watchesNoSources
    default: throw .write([":reload", ":reload on", ":reload off"])
    }
  }

  /// Ends what is built, and watches nothing any more.
  func end() {
    watch = nil
    isStale = false
    build?.cancel()
  }

  private func watch(_ package: BuiltPackage) {
    watch = SourceWatch(package.roots) { [weak self] in
      guard let self else { return }
      _ = start(package)
    }
  }

  /// Begins a build, or has one follow the one that runs.
  private func start(_ package: BuiltPackage) -> Message {
    guard build == nil else {
      isStale = true
      return .buildsAgain
    }
    let build = PackageBuild(of: package)
    self.build = build
    isStale = false
    times = BuildTimes()
    Task {
      let outcome = await build.run()
      times.linking = build.linking
      self.build = nil
      finish(outcome, package)
    }
    return .building
  }

  private func finish(_ outcome: PackageBuild.Outcome, _ package: BuiltPackage) {
    times.built = .now
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
    case .built where Self.stamp(package.executable) == running:
      if isAsked { say(.note(.programIsUnchanged)) }
    case .built:
      if !isAsked, let losses = session.lossesOfCarrying(and: .reloadGoesOn) {
        return say(.note(.built(losses)))
      }
      isReady = true
      onReady()
    }
    isAsked = false
  }

  private static func stamp(_ file: URL) -> Stamp? {
    var status = stat()
    guard unsafe stat(file.path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Stamp(
      device: UInt64(status.st_dev), number: UInt64(status.st_ino), seconds: time.tv_sec,
      nanoseconds: time.tv_nsec)
  }
}

// MARK: - From one program to the next

extension Reloader {
  /// The handover for the next program.
  func handover(draft: LineEditor.Draft?) -> Handover {
    Handover(
      program: Identity.current.name, session: session.carried(), draft: draft,
      isWatching: isWatching, times: times)
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
    if handover.isWatching, let package { watch(package) }
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

  /// A row for each reason, with all that was lost for it, in the order in which the first was.
  static func rows(
    _ losses: [CarriedOver.Loss], in language: HelpLanguage
  ) -> [(word: String, text: String)] {
    var rows: [(word: String, text: String)] = []
    for loss in losses {
      let reason = loss.reason.text(in: language)
      if let index = rows.firstIndex(where: { $0.text == reason }) {
        rows[index].word += ", \(loss.name)"
      } else {
        rows.append((loss.name, reason))
      }
    }
    return rows
  }
}
