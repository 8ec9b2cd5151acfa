import ViewModels

/// Finds out what expressions come to.
@MainActor
final class Evaluator {
  /// Functions by name; `nil` for a name that is none of them.
  typealias Functions =
    @MainActor (
      Evaluator, String, [Expression.CallArgument], Span
    ) throws(Diagnostic) -> Operand?

  let scope: SessionScope
  let voice: Voice
  let host: HostSettings
  let clock: SessionClock
  /// The text that the expressions stand in.
  var source = SourceText("")
  var results = Results()
  /// Functions that the text may call besides commands and types.
  var functions: Functions?
  /// The values of `$0` and `$1` in the closure that is computed.
  var closureArguments: [Operand] = []
  /// Whether the expression that is being computed has read a secret.
  var hasReadSecret = false
  /// How often a secret was read: a truth value that is computed of one tells none, and yet chooses by it.
  var secretReads = 0
  /// The mistake that was made last within an expression, as it may be told.
  var judged: Diagnostic?
  /// Whether commands may be called; not while something is only tried.
  var mayAct = true
  /// Whether values are being put back: bindings hand nothing on then.
  var isPuttingBack = false
  /// Whether a secret place was given the mask of a secret, and stays as it is.
  var hasLeftSecret = false
  /// Whether a person has interrupted the text: no further statement of it runs.
  var isInterrupted = false
  /// The request of another thread to stop what is computed.
  var interruption = Interruption()
  /// The work within the outermost closure since somebody has looked whether it is to end.
  var closureWork = 0
  /// Whether something was cut while the newest statement ran, be it behind an observer.
  var hasCut = false
  /// Called when something that was typed before turns out to be a secret, with what keeps it out of a statement.
  var onConceal: (((String) -> String) -> Void)?
  /// Takes a command that goes on in the background because it asks something on the screen.
  var onLeft: (@MainActor (CommandRun, CommandCall, Expression, Span) -> Void)?
  /// Whether the command that was called last goes on in the background.
  var hasLeft = false
  /// Interrupts the work that the text waits for now; one that comes after the interruption is interrupted at once.
  var interrupt: (@MainActor () -> Bool)? { didSet { if isInterrupted { _ = interrupt?() } } }

  init(_ scope: SessionScope, _ voice: Voice, _ host: HostSettings, _ clock: SessionClock) {
    self.scope = scope
    self.voice = voice
    self.host = host
    self.clock = clock
  }

  /// An evaluator of another text, which knows the same names and results.
  convenience init(like other: Evaluator, for source: SourceText) {
    self.init(other.scope, other.voice, other.host, other.clock)
    self.source = source
    results = other.results
    interruption = other.interruption
  }

  func emit(_ record: Record) { voice.emit(record) }

  /// The text of an expression, as the name of what it names.
  ///
  /// `_` is there by its number where it stays the result that it was.
  func text(of expression: Expression) -> String {
    guard expression.keepsResults else { return String(source.slice(expression.span)) }
    var bytes = Array(source.slice(expression.span).utf8)
    let start = expression.span.start
    for (span, number) in expression.keptResults(in: source).sorted(by: {
      $0.span.start > $1.span.start
    }) {
      bytes.replaceSubrange(span.start - start..<span.end - start, with: "$\(number)".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A call as it is told of: on one line, its secrets masked.
  func label(of call: Expression, _ redaction: Redaction) -> String {
    let start = call.span.start
    let hidden = (call.secrets(redaction) + call.literals(redaction))
      .map { $0.moved(by: -start) }
    return Redaction.text(text(of: call), without: hidden).split(whereSeparator: \.isNewline)
      .map { String($0).trimmed }.joined(separator: " ").clipped(to: 80)
  }
}
