/// A word that begins a statement, with everything that the parser, the help and completion need for it.
///
/// A new verb is defined next to its statement, and is added to ``all``.
struct Verb: Sendable {
  /// The need for an object after the verb.
  enum Object {
    /// The verb needs no object.
    case rare
    /// An object usually follows; the syntax defines what the verb does alone.
    case usual
    /// The verb without an object is an error.
    case required
  }

  /// A word that continues the statement.
  struct Continuation: Sendable {
    /// The text that completion types.
    let text: String
    let explanation: Message
    /// The kind of the object after the word; `nil` if only a further continuation can follow.
    let object: CompletionPlace.Kind?

    init(_ text: String, _ explanation: Message, then object: CompletionPlace.Kind? = nil) {
      self.text = text
      self.explanation = explanation
      self.object = object
    }
  }

  /// A way to write the verb.
  struct Use: Sendable {
    let example: String
    let explanation: Message

    init(
      _ example: String, _ english: Message.Wording, _ chinese: Message.Wording,
      key: String = #function
    ) {
      self.example = example
      explanation = Message(english, chinese, key: key)
    }
  }

  /// Parses the rest of the statement after the verb.
  typealias Syntax = @Sendable (inout Parser) throws(Diagnostic) -> VerbStatement

  let name: String
  /// The ways to write the verb; the first one explains it.
  let uses: [Use]
  /// The help topics that show the verb.
  let topics: [HelpTopic]
  var object = Object.usual
  /// The kind of the object that completion offers; `nil` if it offers the continuations.
  var place: CompletionPlace.Kind?
  var continuations: [Continuation] = []
  /// The parser of the verb; `nil` for words that are no verbs in the grammar: a declaration, or part of an expression.
  var syntax: Syntax?

  /// The explanation of the verb.
  var explanation: Message { uses[0].explanation }
}

struct VerbStatement: Sendable {
  /// Executes the statement; the span is that of the whole statement.
  typealias Action = @MainActor @Sendable (Session, Span) async throws(Diagnostic) -> Void

  var expressions: [Expression]
  /// The expression that a preview evaluates instead of the statement; the first one by default.
  var previewed: Expression?
  /// Whether the changes of the statement are an undo step.
  var isStep = true
  /// The secrets in the statement, with their masks; `nil` for those in its expressions.
  var secrets: (@Sendable (Redaction) -> [Masking])?
  /// The expressions whose values go into secret places.
  var goingIntoSecrets: @Sendable (Redaction) -> [Expression] = { _ in [] }
  let run: Action

  init(_ expressions: Expression..., isStep: Bool = true, run: @escaping Action) {
    self.init(expressions, isStep: isStep, run: run)
  }

  init(_ expressions: [Expression], isStep: Bool = true, run: @escaping Action) {
    self.expressions = expressions
    previewed = expressions.first
    self.isStep = isStep
    self.run = run
  }

  func secrets(_ redaction: Redaction) -> [Masking] {
    secrets?(redaction) ?? expressions.flatMap { $0.secrets(redaction) }
  }
}

extension Verb {
  /// Every verb, in the order in which completion offers them.
  static let all = [
    declare, watch, unwatch, bind, unbind, decode, expect, why, whatIf, undo, redo, wait, advance,
  ]

  private static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  static func named(_ name: String) -> Verb? { named[name] }

  /// The verbs that begin a statement of their own.
  static let names = Set(all.filter { $0.syntax != nil }.map(\.name))

  /// Words that cannot name a variable.
  static let reserved = names.union(SwiftKeywords.all).union(["await"])

  private static let declare = Verb(
    name: "let",
    uses: [Use("let form = LoginForm()", "name a view-model or a value", "给视图模型或值命名")],
    topics: [])

  private static let decode = Verb(
    name: "decode",
    uses: [
      Use(
        "decode CarHome from \"news.json\"",
        "a document as a model; lossy before from drops what does not fit",
        "把文档解码为模型；from 前加 lossy 会丢弃不符合的部分")
    ],
    topics: [.values], place: .model,
    continuations: [
      Continuation("from ", Message("the document", "文档")),
      Continuation("lossy from ", Message("dropping what does not fit", "丢弃不符合的部分")),
    ])
}
