import DisplayWidth
public import ViewModels

/// One piece of a session's output.
///
/// Records contain data; a renderer such as ``TextRenderer`` decides how they look.
public enum Record: Sendable {
  /// The value of an expression; secure values are ``secret``.
  case value(DynamicValue, type: ValueType)
  /// A value that must not be shown.
  case secret
  /// A view-model with all its members.
  case viewModel(ViewModelSnapshot)
  /// A command ended without a result; the call is as it was typed, with secrets masked.
  case completed(path: String, call: String)
  /// A watched value, at the start of the watch (`previous` is `nil`) and after each change.
  case change(watch: Int, path: String, value: ShownValue, previous: ShownValue?)
  /// A watched list, at the start of the watch and after each change.
  case table(watch: Int, path: String, ListTable)
  /// A drawing of a watch, at its start and after each change.
  case drawing(watch: Int, path: String, Drawing, isFirst: Bool)
  /// A marble diagram of events over time, as `:marbles` draws it.
  case marbles(Drawing)
  /// The picture of a view-model on a screen.
  case screen(path: String, ScreenPicture)
  /// A binding was made.
  case bound(number: Int, description: String)
  /// A watch or binding ended.
  case ended(description: String)
  /// A command was started in the background; the call is as it was typed, with secrets masked.
  case started(job: Int, path: String, call: String)
  /// A background command ended without an error.
  case finished(job: Int, path: String, call: String, value: DynamicValue?)
  /// An error, and the text in which it occurred.
  case diagnostic(Diagnostic, in: SourceText)
  /// The explanation of a value or state, followed by its causes, one on each line.
  case explanation([Message])
  /// A sentence of the tool.
  case note(Message)
  /// Requested text, unchanged: the output of `print`, a diagram, a filtered result.
  case output(String)
  /// Requested lines of prose; a terminal wraps them between words.
  case listing([String])
  /// A value in a requested form: `| json`.
  case formatted(DynamicValue, Format)
  /// The dependency graph, or a part of it.
  case graph(DrawnGraph)
  /// A live graph, after each change.
  case liveGraph(DrawnGraph)
  /// The executions of commands over time.
  case waterfall(Waterfall)
  /// The nodes that ran most often.
  case heat(HeatTable)
  /// Lines of prose, with an optional title; code is between backticks.
  case text(title: Message?, lines: [String])
  /// Whether the learner has done something that a lesson asks for.
  case check(String, isMet: Bool)
  /// A list of words with explanations, under a title.
  case page(title: Message, rows: [(word: String, text: String)])

  /// A form in which a value can be shown.
  public enum Format: String, Sendable, Hashable {
    /// Indented JSON.
    case json
    /// Rows and columns.
    case table
    /// A tree with a line for each value.
    case tree
  }

  /// The value of a member, the mark that it is secret, or the reason why it is missing.
  public enum ShownValue: Sendable, Hashable {
    /// A value and its type.
    case plain(DynamicValue, ValueType)
    /// A value that must not be shown.
    case secret
    /// The reason why the value could not be read.
    case unreadable(Message)
  }
}

/// A drawing in characters.
public struct Drawing: Sendable {
  /// The content of a drawing.
  enum Content {
    case lines([String])
    case marbles(MarbleDiagram)
    case table(TableText, HelpLanguage)
  }

  let content: Content

  /// The lines in their full width, without colours.
  public var lines: [String] { lines(width: nil) }

  /// Returns the lines for a width; a wider marble diagram continues below, and wider cells of a table are broken.
  func lines(
    width: Int?, _ paint: Paint = .plain, _ cells: CellWidth = CellWidth()
  ) -> [String] {
    switch content {
    case .lines(let lines): lines.map(\.printableLine)
    case .marbles(let diagram): diagram.lines(width: width, paint, cells)
    case .table(let table, let language):
      table.lines(columns: width, in: language, cells).map(\.printableLine)
    }
  }
}

/// The state of a view-model at one moment.
public struct ViewModelSnapshot: Sendable {
  /// One member of the view-model.
  public struct Row: Sendable {
    /// The member.
    public let member: Member
    /// Its value; `nil` for commands.
    public let value: Record.ShownValue?
    /// The reasons why a command is disabled: false conditions, or its own execution; `nil` otherwise.
    public let disabledReasons: [Message]?
    /// The state when the view-model was last shown under the same name; `nil` if it is equal.
    public internal(set) var previous: Before?
  }

  /// An earlier state of a member.
  public struct Before: Sendable {
    /// Its value; `nil` for commands.
    public let value: Record.ShownValue?
    /// The reasons why a command was disabled; `nil` otherwise.
    public let disabledReasons: [Message]?
  }

  /// The name of the type.
  public let typeName: String
  /// The members in the schema's order.
  public internal(set) var rows: [Row]

  /// Reads all members of a view-model, and its constants if the snapshot is whole.
  @MainActor
  init(_ viewModel: any ViewModel, isWhole: Bool = false) {
    let schema = type(of: viewModel).schema
    typeName = schema.typeName
    rows = (schema.members + (isWhole ? schema.constants : [])).map { member in
      guard let command = member.command(in: viewModel) else {
        return Row(
          member: member, value: Record.ShownValue(member, in: viewModel), disabledReasons: nil)
      }
      return Row(
        member: member, value: nil,
        disabledReasons: command.isEnabled ? nil : command.reasons)
    }
  }
}

extension Record {
  /// Creates a record for a secret: masked, unless the value is blank.
  init(secret value: DynamicValue, _ type: ValueType) {
    self = value.isBlank ? .value(value, type: type) : .secret
  }
}

extension Record.ShownValue {
  /// Creates a shown value for a secret: masked, unless the value is blank.
  init(secret value: DynamicValue, _ type: ValueType) {
    self = value.isBlank ? .plain(value, type) : .secret
  }

  @MainActor
  init(_ member: Member, in viewModel: any ViewModel) {
    let value = Result { () throws(ViewModelError) in try member.value(in: viewModel) }
    if case .success(let value) = value, member.isSecret(in: viewModel) {
      self.init(secret: value, member.type)
    } else {
      self.init(member, value)
    }
  }

  init(_ member: Member, _ value: Result<DynamicValue, ViewModelError>) {
    switch value {
    case .success(let value) where member.isSecure: self.init(secret: value, member.type)
    // The value of a child is its name as a text. With the child's type, the name would look like a case of that type.
    case .success(let value) where member.kind == .child: self = .plain(value, value.type)
    case .success(let value): self = .plain(value, member.type)
    case .failure(let error): self = .unreadable(Message(error))
    }
  }
}
