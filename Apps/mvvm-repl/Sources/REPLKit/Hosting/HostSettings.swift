/// The settings and callbacks that the host of a session provides.
@MainActor
public final class HostSettings {
  /// The key bindings of the host's line editor, for `:keys`; empty if the host has no editor.
  public var keys: [(word: String, text: Message)] = []
  /// Whether a person is present who can answer questions, confirm leaving, and press Ctrl-C.
  public var hasPerson = false
  /// Whether keys type the statements of talks, as ``Session/nextTalkTurn()`` says; otherwise a talk is played as text.
  public var typesTalks = false
  /// Whether statements are replayed here; then no file is written, and nothing is copied.
  var isReplay = false
  /// Called with the number of a result right before it is shown.
  public var onResult: (@MainActor (_ number: Int) -> Void)?
  /// Called with the text that `| copy` copies to the clipboard; `nil` if there is no clipboard.
  public var onCopy: (@MainActor (String) -> Void)?
  /// Called when values have become secret, with a function that redacts an entry that was typed before.
  public var onConceal: (@MainActor (_ redact: @escaping @Sendable (String) -> String) -> Void)?
  /// Called with the progress, from 0 to 1, that a command reports while the current entry waits for it.
  public var onProgress: (@MainActor (Double) -> Void)?
  /// Called with the graph of `:graph live` after changes, at most once for each batch, and with `nil` at its end.
  ///
  /// Without this callback, records after each statement are the only output.
  public var onLiveGraph: (@MainActor (DrawnGraph?) -> Void)?
  /// Called when a step of a lesson ends while no statement runs, so that ``Session/lessonRow`` has changed.
  public var onLesson: (@MainActor () -> Void)?
  /// Called before the heading of a step of a talk is shown, so that the host can dim older output.
  public var onBeginOfStep: (@MainActor () -> Void)?
  /// Called for each marker of a terminal recording: a step of a talk or, outside of talks, a statement without
  /// secrets.
  public var onMark: (@MainActor (_ label: String) -> Void)?
  /// Called when a statement begins and ends, even if it has no output; `:load` counts as one statement.
  public var onStatement: (@MainActor (StatementProgress) -> Void)?
  /// Called when a recording begins, so that the host can store the initial state for a replay.
  public var onRecord: (@MainActor () async -> Void)?
  /// Creates the stage on which `:replay` runs the recorded statements; the replay furnishes a session on it.
  ///
  /// Set it if the view-models act on the outside world. Without it, the session's own catalog creates them, and they
  /// send and write again.
  public var makeReplay: (@MainActor (SessionClock) async -> any Stage)?
  /// The Swift files that came with the program, by name, for `:source` without the package's sources; empty by
  /// default.
  public var shippedSources: [String: String] = [:]
  /// Returns the parts of the program's sources that `:export test` needs; `nil` without sources.
  public var readTestSources: (@MainActor () -> TestSources?)?
  /// Returns the current background work of the host, for `:jobs` and `:cancel`; `nil` if there is none.
  public var work: (@MainActor () -> Work?)?

  /// The progress of one statement.
  public enum StatementProgress: Sendable {
    /// The statement begins to run.
    case began(Session.Origin)
    /// The statement has ended, and its direct output is complete; its background command may still report its end.
    case ended(Session.Origin, Status)
  }

  /// Work of the host in the background.
  public struct Work {
    let name: Message
    let start: ContinuousClock.Instant
    /// Cancels the work.
    public let cancel: @MainActor () -> Void

    /// Creates a description of work that began at `start`; `cancel` cancels it.
    public init(
      name: Message, start: ContinuousClock.Instant, cancel: @escaping @MainActor () -> Void
    ) {
      (self.name, self.start, self.cancel) = (name, start, cancel)
    }
  }

  /// Whether `whatif form.save()` executes the command, on a copy of its view-model.
  ///
  /// Set it only if the view-models ask ``Rehearsal/current`` before every outside effect. Otherwise a trial run would
  /// really send and write.
  public var rehearsesCommands = false
  /// The renderers for the cells of watched lists; a host registers its own cells here.
  public let cellRenderers = CellRenderers<TextRow>.text()
  /// The Chinese documentation of the view-models.
  ///
  /// A key is the name of a type, `Type.member`, or a member that several types inherit. Missing texts appear in
  /// English.
  public var chineseDocumentation: [String: String] = [:]
  /// The renderers of `:screen`, and the live screen.
  public private(set) lazy var screens = Screens(renderers: cellRenderers)
  /// The tool commands of the session and of the host.
  var words = ToolWords()
  /// The demos that `:demo` opens.
  var demos: [Demo] = []
  /// The first line to type in the demo that was opened last; `nil` once it was suggested.
  var demoLine: String?
  var settings: [Setting] = []
  var losses: [@MainActor () -> Message?] = []
  var lossesOfCarrying: [@MainActor () -> Message?] = []
  var lossesOfLeaving: [@MainActor () -> Message?] = []
  /// Closures that save host state before a lesson or talk; each returns a closure that restores the state.
  var belongings: [@MainActor () async -> @MainActor () async -> Void] = []
  /// The default timeout of `wait until`, and the longest time that a manual clock with a limit waits for the outside
  /// world.
  var patience = Duration.seconds(10)
}
