import DisplayWidth
public import ViewModels

/// One thing that a session has to say.
///
/// Records carry data; how they look is the business of a renderer such as ``TextRenderer``.
public enum Record: Sendable {
  /// The value of an expression. Secure values come as ``secret``.
  case value(DynamicValue, type: ValueType)
  /// A value that must not be shown.
  case secret
  /// A view-model with all its members.
  case viewModel(ViewModelSnapshot)
  /// A command ended without a result to show; the call as it was typed, secrets masked.
  case completed(path: String, call: String)
  /// A watched value, at the start of the watch (`previous` is `nil`) and after each change.
  case change(watch: Int, path: String, value: ShownValue, previous: ShownValue?)
  /// A watched list, at the start of the watch and after each change.
  case table(watch: Int, path: String, ListTable)
  /// A drawing of a watch, at its start and after each change.
  case drawing(watch: Int, path: String, Drawing, isFirst: Bool)
  /// Events along the time, as `:marbles` draws them.
  case marbles(Drawing)
  /// What a view-model looks like on a screen.
  case screen(path: String, ScreenPicture)
  /// A binding was made.
  case bound(number: Int, description: String)
  /// A watch or binding ended.
  case ended(description: String)
  /// A command was started in the background, by a call as it was typed, secrets masked.
  case started(job: Int, path: String, call: String)
  /// A command that ran in the background ended well.
  case finished(job: Int, path: String, call: String, value: DynamicValue?)
  /// Something went wrong, in which text.
  case diagnostic(Diagnostic, in: SourceText)
  /// Why something is as it is: the thing, then its causes, one a line.
  case explanation([Message])
  /// A sentence of the tool.
  case note(Message)
  /// Text that was asked for, as it is: what `print` writes, a diagram, a filtered result.
  case output(String)
  /// Lines that were asked for, to be read: a terminal breaks them between words.
  case listing([String])
  /// A value in a form that was asked for: `| json`.
  case formatted(DynamicValue, Format)
  /// The dependency graph, or a part of it.
  case graph(DrawnGraph)
  /// A graph that is kept up to date, after each change.
  case liveGraph(DrawnGraph)
  /// The executions of commands along the time.
  case waterfall(Waterfall)
  /// The nodes that ran most.
  case heat(HeatTable)
  /// Lines to be read, perhaps under a title; code stands between backticks.
  case text(title: Message?, lines: [String])
  /// Whether something that a lesson asks for is done.
  case check(String, isMet: Bool)
  /// A list of words with explanations, under a title.
  case page(title: Message, rows: [(word: String, text: String)])

  /// A form in which a value can be shown.
  public enum Format: String, Sendable, Hashable {
    /// Indented JSON.
    case json
    /// Rows and columns.
    case table
    /// A line for each thing in it.
    case tree
  }

  /// A value of a member, or the mark that it is secret.
  public enum ShownValue: Sendable, Hashable {
    /// A value and its type.
    case plain(DynamicValue, ValueType)
    /// A value that must not be shown.
    case secret
    /// The value could not be read, and why.
    case unreadable(Message)
  }
}

/// A drawing in characters.
public struct Drawing: Sendable {
  /// The parts of which it is made.
  enum Content {
    case lines([String])
    case marbles(MarbleDiagram)
    /// A table of so many rows at most.
    case table(TableText, mostRows: Int, HelpLanguage)
  }

  let content: Content

  /// The drawing as wide as it is, without colours.
  public var lines: [String] { lines(width: nil) }

  /// The drawing for a width; marbles that are wider go on below.
  func lines(
    width: Int?, _ paint: Paint = .plain, _ cells: CellWidth = CellWidth()
  ) -> [String] {
    switch content {
    case .lines(let lines): lines.map(\.printableLine)
    case .marbles(let diagram): diagram.lines(width: width, paint, cells)
    case .table(let table, let mostRows, let language):
      table.lines(mostRows: mostRows, in: language, cells).map(\.printableLine)
    }
  }
}

/// A view-model as it looked at one moment.
public struct ViewModelSnapshot: Sendable {
  /// One member of the view-model.
  public struct Row: Sendable {
    /// The member itself.
    public let member: Member
    /// Its value; `nil` for commands.
    public let value: Record.ShownValue?
    /// For commands that are not enabled: the false conditions, or that it is executing.
    public let disabledReasons: [Message]?
    /// The state from when the view-model was shown last under the same name; `nil` unless that differs.
    public internal(set) var previous: Before?
  }

  /// An earlier state of a member.
  public struct Before: Sendable {
    /// Its value; `nil` for commands.
    public let value: Record.ShownValue?
    /// For commands that were not enabled: why.
    public let disabledReasons: [Message]?
  }

  /// The name of the type.
  public let typeName: String
  /// The members in the schema's order.
  public internal(set) var rows: [Row]

  /// Reads all members of a view-model.
  @MainActor
  init(_ viewModel: any ViewModel) {
    let schema = type(of: viewModel).schema
    typeName = schema.typeName
    rows = schema.members.map { member in
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
  /// A secret as it may be told: masked, unless nothing is in it.
  init(secret value: DynamicValue, _ type: ValueType) {
    self = value.isBlank ? .value(value, type: type) : .secret
  }
}

extension Record.ShownValue {
  /// A secret as it may be told: masked, unless nothing is in it.
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
    // The value of a child is its name; a name of a type of its own would be a case of that type.
    case .success(let value) where member.kind == .child: self = .plain(value, value.type)
    case .success(let value): self = .plain(value, member.type)
    case .failure(let error): self = .unreadable(Message(error))
    }
  }
}
