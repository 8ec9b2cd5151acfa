import ViewModels

/// The place of a person on a screen that is walked through with keys.
///
/// A key changes this value, or is a statement: nothing else happens.
///
/// ```swift
/// var walk = ScreenWalk()
/// if case .statement(let text, _) = walk.press(.enter, on: picture) { run(text) }
/// ```
public struct ScreenWalk: Sendable, Hashable {
  /// A text that is being edited.
  struct Typing: Sendable, Hashable {
    let control: String
    /// The text to the left of the cursor.
    var before: String
    /// The text to the right of it.
    var after = ""
    /// Whether the text is no value of its field.
    var isRefused = false

    var text: String { before + after }
    /// Whether it is a value that a command asks for.
    var isOfCall: Bool { control.hasPrefix(Call.identities) }
  }

  /// A command whose values are asked for.
  struct Call: Sendable, Hashable {
    let button: ScreenPicture.Button
    /// What was typed, in the order of the parameters.
    var values: [String]
    /// The value that is missing, once somebody has tried to run the command.
    var refused: Int?

    /// The beginning of the identities of the fields.
    static let identities = "value "
    /// The identity of the field of a value.
    static func identity(_ number: Int) -> String { "\(identities)\(number)" }
  }

  /// The rows of a picker that are picked by now.
  struct Picking: Sendable, Hashable {
    /// The picker without the rows that it begins with.
    let question: ScreenPicture.Question
    var rows: [Int]

    init(_ question: ScreenPicture.Question, rows: [Int] = []) {
      var question = question
      question.selected = []
      (self.question, self.rows) = (question, rows)
    }
  }

  /// Where a control stands on a page.
  struct Place: Sendable, Hashable {
    let page: ScreenOutline.Page
    let line: Int
    let column: Int
    /// The identity of the control; `nil` on a page that has none.
    var control: String?
  }

  /// The identity of the control in focus.
  var focus: String?
  /// Where it was seen last: what stands there has the focus once it is gone.
  private var place: Place?
  /// The places on the pages behind the one that is seen, the nearest last.
  private var trail: [Place] = []
  /// Whether the person has asked to go back.
  var goesBack = false
  /// The number of lines by which the view is turned away from the focus.
  var scroll = 0
  var typing: Typing?
  var call: Call?
  var picking: Picking?
  /// Whether what is typed belongs to no field and least of all to the prompt, until Enter or Esc ends it: the
  /// field in which a text was edited is gone, or a question has come before what was meant.
  var isAstray = false
  /// The commands whose values were asked for on pages that are covered, the newest last.
  private var waiting: [Call] = []

  /// Creates a walk that begins at the first control.
  public init() {}

  /// Whether a text is being edited, so that a character is one of it.
  public var isTyping: Bool { typing != nil }

  /// Whether the text is that of a field, which Enter sets, and no value of a call.
  public var isInField: Bool { typing?.isOfCall == false }

  /// The rows of a picker that are picked by now.
  func picks(of question: ScreenPicture.Question) -> [Int] {
    let known = picking?.question == Picking(question).question ? picking : nil
    let rows = known?.rows ?? question.selected
    return question.columns.indices.map { column in
      let last = question.columns[column].count - 1
      return max(0, min(rows.indices.contains(column) ? rows[column] : 0, last))
    }
  }

  /// The control in focus on what is in front.
  func focused(in outline: ScreenOutline) -> ScreenControl? {
    if let typed = outline.control(typing?.control) { return typed }
    if let known = placeBehind(in: outline).map({ trail[$0] }),
      let control = outline.control(known.control) ?? outline.control(at: known)
    {
      return control
    }
    return outline.control(focus) ?? place.flatMap { outline.control(at: $0) }
      ?? outline.firstControl
  }

  /// The place, in the trail, on a page that is seen again since what lay over it is gone.
  private func placeBehind(in outline: ScreenOutline) -> Int? {
    guard let place, goesBack || place.page.kind != .page, !place.page.isSame(as: outline.page)
    else { return nil }
    return trail.lastIndex { $0.page.isSame(as: outline.page) }
  }

  /// Takes note of the page that is seen now.
  private mutating func follow(_ outline: ScreenOutline, from last: String?) {
    guard var place, !place.page.isSame(as: outline.page) else { return }
    if let known = placeBehind(in: outline) {
      trail.removeSubrange(known...)
    } else {
      // Where the last key has led to, if that was on the page.
      place.control = last ?? place.control
      trail.append(place, keeping: Self.longestTrail)
    }
    (goesBack, scroll) = (false, 0)
  }

  /// The controls that have the focus, or had it on a page that is covered.
  var remembered: Set<String> {
    Set(([place] + trail).compactMap { $0?.control } + [focus].compactMap(\.self))
  }

  /// The number of pages whose places are kept.
  private static let longestTrail = 32

  /// What a person leaves behind.
  public struct Departure: Sendable, Hashable {
    /// The statement that takes over a text that was edited, or lets go of a scale.
    public var outcome = ScreenOutcome.stays
    /// The label of a field whose text is no value of it, or the title of a command whose values were asked for.
    public var dropped: String?
  }

  /// Ends what was begun when a person leaves the screen; a text is taken over, as Tab does, unless it is abandoned.
  public mutating func leave(_ picture: ScreenPicture, abandoning: Bool = false) -> Departure {
    var departure = Departure()
    let outline = settle(on: picture)
    if typing != nil, !abandoning {
      let label = outline.control(typing?.control)?.field?.label
      departure.outcome = press(.tab, on: picture)
      if typing != nil { departure.dropped = label }
    } else if let release = focused(in: outline)?.field?.scale?.release {
      departure.outcome = .statement(release)
    }
    if let call, !abandoning { departure.dropped = call.button.title }
    (typing, call, picking, waiting, isAstray) = (nil, nil, nil, [], false)
    return departure
  }

  /// Brings the walk in step with a picture.
  ///
  /// A text that is edited goes on, also where something has come over its field: the keys that are on their way are the
  /// text's. A command whose values are asked for waits while its page is covered, and is forgotten with it.
  mutating func settle(on picture: ScreenPicture) -> ScreenOutline {
    var outline = ScreenOutline(picture, self).current(self)
    if typing.map({ outline.control($0.control)?.field?.isTyped != true }) ?? false {
      (typing, isAstray) = (nil, true)
      outline = ScreenOutline(picture, self).front
    }
    if let asked = call, typing == nil, outline.kind != .call {
      call = nil
      if outline.kind != .page { waiting.append(asked) }
    }
    if call == nil, let last = waiting.last, last.fits(outline) {
      call = waiting.removeLast()
      outline = ScreenOutline(picture, self).front
    }
    // What nothing covers has been left for another page.
    if outline.kind == .page { waiting = [] }
    let last = focus
    focus = focused(in: outline)?.id
    follow(outline, from: last)
    let (line, column) = focus.flatMap { outline.place(of: $0) } ?? (0, 0)
    place = Place(page: outline.page, line: line, column: column, control: focus)
    return outline
  }
}

extension ScreenWalk.Call {
  init(_ button: ScreenPicture.Button) {
    self.button = button
    values = button.parameters.map { input in
      guard !input.isOptional, !input.hasDefault else { return "" }
      switch input.kind {
      case .toggle: return "false"
      case .choice: return input.choices.first ?? ""
      default: return ""
      }
    }
  }

  /// Whether it can go on there.
  func fits(_ outline: ScreenOutline) -> Bool {
    (outline.kind == .page || outline.kind == .sheet)
      && outline.controls.joined().contains(control)
  }

  /// The button that asked.
  var control: ScreenControl { ScreenControl(button.statement, .ask(button)) }

  /// The values as fields.
  var fields: [ScreenPicture.Field] {
    zip(button.parameters, values).enumerated().map { number, pair in
      let (input, text) = pair
      var field = ScreenPicture.Field(
        input.name, path: "", input.kind,
        value: text.isEmpty ? .null : Bool(text).map { .bool($0) } ?? .string(text))
      field.choices = input.choices
      field.isOptional = input.isOptional
      field.hasDefault = input.hasDefault
      field.isSecure = input.isSecure
      if input.kind == .text || input.kind == .choice { field.value = .string(text) }
      if input.isSecure, !text.isEmpty { field.value = .string(ScreenPicture.Field.dots) }
      field.isRefused = refused == number
      return field
    }
  }

  /// The values in Swift, `nil` for one that is left out; or the number of the first that is missing.
  var literals: Result<[String?], Missing> {
    var literals: [String?] = []
    for (number, field) in fields.enumerated() {
      if field.hasDefault, values[number].isEmpty {
        literals.append(nil)
      } else if let literal = field.literal(values[number]) {
        literals.append(literal)
      } else {
        return .failure(Missing(number: number))
      }
    }
    return .success(literals)
  }

  struct Missing: Error { let number: Int }
}

extension ScreenPicture.Field {
  /// Whether its value is typed, not chosen.
  var isTyped: Bool {
    switch kind {
    case .text, .secure, .number, .decimal: true
    case .toggle, .choice, .scale: false
    }
  }
}
