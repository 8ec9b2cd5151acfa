import ViewModels

@MainActor
final class Evaluator {
  /// Calls a function by its name; returns `nil` if there is no such function.
  typealias Functions =
    @MainActor (
      Evaluator, String, [Expression.CallArgument], Span
    ) throws(Diagnostic) -> Operand?

  let scope: SessionScope
  let voice: Voice
  let host: HostSettings
  let clock: SessionClock
  /// The text that contains the expressions.
  var source = SourceText("")
  var results = Results()
  /// The functions that the text may call besides commands and types.
  var functions: Functions?
  /// The values of `$0` and `$1` in the running closure.
  var closureArguments: [Operand] = []
  /// Whether the running evaluation has read a secret.
  var hasReadSecret = false
  /// The number of evaluations that read a secret; their truth values are not secrets, but select by one.
  var secretReads = 0
  /// The last error within an expression, as it may be shown.
  var judged: Diagnostic?
  /// Whether commands may be called; false during a trial run.
  var mayAct = true
  /// Whether values are being restored; bindings transfer nothing then.
  var isPuttingBack = false
  /// Whether the mask of a secret was assigned to a secret place, which stayed unchanged.
  var hasLeftSecret = false
  /// Whether a person has interrupted the text, so that no further statement of it runs.
  var isInterrupted = false
  /// The request of another thread to stop the computation.
  var interruption = Interruption()
  /// The work of the outermost expression since the last check for an interruption.
  var work = 0
  /// The number of expressions that are being evaluated, each inside the one before.
  var depth = 0
  /// Whether a computation was interrupted while the newest statement ran, even in an observer.
  var hasCut = false
  /// Called when text that was typed before turns out to be a secret, with a closure that redacts a statement.
  var onConceal: (((String) -> String) -> Void)?
  /// Called with a command that continues in the background because it asks something on the screen.
  var onLeft: (@MainActor (CommandRun, CommandCall, Expression, Span) -> Void)?
  /// Whether the last called command continues in the background.
  var hasLeft = false
  /// Interrupts the work for which the text waits; work that begins after an interruption is interrupted at once.
  var interrupt: (@MainActor () -> Bool)? { didSet { if isInterrupted { _ = interrupt?() } } }

  init(_ scope: SessionScope, _ voice: Voice, _ host: HostSettings, _ clock: SessionClock) {
    self.scope = scope
    self.voice = voice
    self.host = host
    self.clock = clock
  }

  /// Creates an evaluator of another text with the same names and results.
  convenience init(like other: Evaluator, for source: SourceText) {
    self.init(other.scope, other.voice, other.host, other.clock)
    self.source = source
    results = other.results
    interruption = other.interruption
  }

  func emit(_ record: Record) { voice.emit(record) }

  /// Returns the text of an expression.
  ///
  /// A `_` with a fixed result is replaced by the number of the result, such as `$3`.
  func text(of expression: Expression, without hidden: [Masking] = []) -> String {
    let numbers = expression.keptResults(in: source).map { Masking($0.span, "$\($0.number)") }
    return Redaction.text(of: expression.span, in: source, without: hidden + numbers)
  }

  /// Returns a call as it is displayed: on one line, with its secrets masked.
  func label(of call: Expression, _ redaction: Redaction) -> String {
    text(of: call, without: redaction.hidden(of: call, in: source.text))
      .split(whereSeparator: \.isNewline).map { String($0).trimmed }.joined(separator: " ")
      .clipped(to: 80)
  }
}
