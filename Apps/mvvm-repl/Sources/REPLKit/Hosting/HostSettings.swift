/// The settings that the host of a session makes, and its callbacks.
@MainActor
public final class HostSettings {
  /// The keys of the host's line editor with their purposes, for `:keys`; empty when there is none.
  public var keys: [(word: String, text: Message)] = []
  /// Whether a person is there who can be asked whether to leave, press Ctrl-C and answer.
  public var hasPerson = false
  /// Whether the host lets keys type the statements of talks, as ``Session/nextTalkTurn()`` tells it; elsewhere a talk
  /// is played through as text.
  public var typesTalks = false
  /// Whether statements run again here that have run before: files stay as they are, and nothing is copied.
  var isReplay = false
  /// Told the number of a result right before it is shown.
  public var onResult: (@MainActor (_ number: Int) -> Void)?
  /// Takes what `| copy` copies, to hand it to the clipboard; `nil` where there is none.
  public var onCopy: (@MainActor (String) -> Void)?
  /// Told when a name has gone into a secret place, with what makes of an entry that was typed what may be kept of it
  /// now.
  public var onConceal: (@MainActor (_ redact: @escaping @Sendable (String) -> String) -> Void)?
  /// Takes how much of a running command is done, from 0 to 1, whenever one that the current text waits
  /// for says so.
  public var onProgress: (@MainActor (Double) -> Void)?
  /// Takes the graph of `:graph live` whenever it has changed, at most once for each batch, and `nil` when it ends;
  /// `nil` where nothing can be painted anew, so that records alone tell of it, after each statement.
  public var onLiveGraph: (@MainActor (DrawnGraph?) -> Void)?
  /// Called when a step of a lesson has ended while no statement ran, so that ``Session/lessonRow`` is another one.
  public var onLesson: (@MainActor () -> Void)?
  /// Called before the heading of a step of a talk is told, so that what is older can be made to stand back.
  public var onBeginOfStep: (@MainActor () -> Void)?
  /// Told when something begins that a recording of the terminal marks: a step of a talk, and outside of talks a
  /// statement, as it may be shown.
  public var onMark: (@MainActor (_ label: String) -> Void)?
  /// Told when each statement begins and when it is over, also one that says nothing; those that `:load` runs are a part
  /// of it.
  public var onStatement: (@MainActor (StatementProgress) -> Void)?
  /// Called when a recording begins, to note what a replay of it has to begin with.
  public var onRecord: (@MainActor () async -> Void)?
  /// Makes the session in which `:replay` runs the recorded statements.
  ///
  /// Set it when the view-models reach outside of themselves: without it they are made by the session's
  /// own catalog, and send and write once more.
  public var makeReplay: (@MainActor (SessionClock) async -> ReplayStage)?
  /// Swift files that came with the program, by their names, for `:source` where the package's sources are not there;
  /// none by default.
  public var shippedSources: [String: String] = [:]
  /// Reads what a test that `:export test` writes needs of the program's sources; `nil` without them.
  public var readTestSources: (@MainActor () -> TestSources?)?
  /// Tells what the host does in the background, for `:jobs` and `:cancel`; `nil` when there is nothing.
  public var work: (@MainActor () -> Work?)?

  /// The progress of one statement.
  public enum StatementProgress: Sendable {
    /// It begins to run.
    case began(Session.Origin)
    /// All that it says by itself has been said; a command that it has left in the background may still tell its end.
    case ended(Session.Origin, Status)
  }

  /// Work of the host in the background.
  public struct Work {
    let name: Message
    let start: ContinuousClock.Instant
    /// Ends it.
    public let cancel: @MainActor () -> Void

    /// Describes work that has begun at `start`, with the way to end it.
    public init(
      name: Message, start: ContinuousClock.Instant, cancel: @escaping @MainActor () -> Void
    ) {
      (self.name, self.start, self.cancel) = (name, start, cancel)
    }
  }

  /// Whether `whatif form.save()` runs the command, on a copy of its view-model.
  ///
  /// Set it when all that the view-models reach outside of themselves asks ``Rehearsal/current`` first;
  /// otherwise a trial would send and write for real.
  public var rehearsesCommands = false
  /// The renderers for the cells of watched lists; a host registers its own cells here.
  public let cellRenderers = CellRenderers<TextRow>.text()
  /// The Chinese documentation of the view-models.
  ///
  /// A key is the name of a type, `Type.member`, or a member that several types inherit. What is missing is
  /// told in English.
  public var chineseDocumentation: [String: String] = [:]
  /// How view-models are drawn by `:screen`, and the screen that is on.
  public private(set) lazy var screens = Screens(renderers: cellRenderers)
  /// The words of the tool and of the host.
  var words = ToolWords()
  /// What `:demo` opens.
  var demos: [Demo] = []
  var settings: [Setting] = []
  var losses: [@MainActor () -> Message?] = []
  var lossesOfCarrying: [@MainActor () -> Message?] = []
  /// Put aside what a lesson or talk may change, each with a way back.
  var belongings: [@MainActor () async -> @MainActor () async -> Void] = []
  /// The time that `wait until` waits when it is not told, and that a manual clock with a limit stands
  /// still for the world outside.
  var patience = Duration.seconds(10)
}
