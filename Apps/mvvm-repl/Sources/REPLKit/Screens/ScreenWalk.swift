import ViewModels

/// The keyboard navigation state of a screen: the focus, the text that is being edited, and the history of pages.
///
/// A key press changes this value and returns an outcome; it has no other effect.
///
/// ```swift
/// var walk = ScreenWalk()
/// if case .statement(let text, _) = walk.press(.enter, on: picture) { run(text) }
/// ```
public struct ScreenWalk: Sendable, Hashable {
  /// A text field that is being edited.
  struct Typing: Sendable, Hashable {
    let control: String
    /// The text to the left of the cursor.
    var before: String
    /// The text to the right of the cursor.
    var after = ""
    /// Whether a person has tried to commit the text, and it is not a value of its field.
    var isRefused = false

    var text: String { before + after }
    /// Whether the text is an argument of a command.
    var isOfCall: Bool { control.hasPrefix(Call.identities) }
  }

  /// A form for the arguments of a command.
  struct Call: Sendable, Hashable {
    let button: ScreenPicture.Button
    /// The typed texts, in the order of the parameters.
    var values: [String]
    /// The index of the first missing argument, after an attempt to run the command.
    var refused: Int?

    /// The prefix of the identities of the fields.
    static let identities = "value "
    static func identity(_ number: Int) -> String { "\(identities)\(number)" }
  }

  /// The current selection of a picker.
  struct Picking: Sendable, Hashable {
    /// The picker without its initial selection, for comparison.
    let question: ScreenPicture.Question
    var rows: [Int]

    init(_ question: ScreenPicture.Question, rows: [Int] = []) {
      var question = question
      question.selected = []
      (self.question, self.rows) = (question, rows)
    }
  }

  /// The position of a control on a page.
  struct Place: Sendable, Hashable {
    let page: ScreenOutline.Page
    let line: Int
    let column: Int
    /// The identity of the control; `nil` on a page that has none.
    var control: String?
  }

  var focus: String?
  /// The last position of the focus; if its control disappears, the control at that position gets the focus.
  private var place: Place?
  /// The positions of the focus on the pages behind the visible one, the most recent last.
  private var trail: [Place] = []
  /// Whether the person has asked to go back.
  var goesBack = false
  /// The number of lines by which the view is scrolled away from the focus.
  var scroll = 0
  var typing: Typing?
  var call: Call?
  var picking: Picking?
  /// Whether keys are ignored until Enter or Esc, because they belong to no field and must not reach the prompt.
  ///
  /// The edited field has disappeared, or a question has appeared while a person typed for another place.
  var isAstray = false
  /// The forms on covered pages, the newest last.
  private var waiting: [Call] = []

  /// Creates a walk that begins at the first control.
  public init() {}

  /// Whether a text is being edited, so that a character is inserted into it.
  public var isTyping: Bool { typing != nil }

  /// Whether the edited text belongs to a field of the page, which Enter sets, and not to a form for arguments.
  public var isInField: Bool { typing?.isOfCall == false }

  /// Returns the current selection of a picker, a row for each column.
  func picks(of question: ScreenPicture.Question) -> [Int] {
    let known = picking?.question == Picking(question).question ? picking : nil
    let rows = known?.rows ?? question.selected
    return question.columns.indices.map { column in
      let last = question.columns[column].count - 1
      return max(0, min(rows.indices.contains(column) ? rows[column] : 0, last))
    }
  }

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

  /// Returns the index in `trail` of a page that is visible again, because the page over it is gone.
  private func placeBehind(in outline: ScreenOutline) -> Int? {
    guard let place, goesBack || place.page.kind != .page, !place.page.isSame(as: outline.page)
    else { return nil }
    return trail.lastIndex { $0.page.isSame(as: outline.page) }
  }

  /// Updates the trail when another page is visible.
  private mutating func follow(_ outline: ScreenOutline, from last: String?) {
    guard var place, !place.page.isSame(as: outline.page) else { return }
    if let known = placeBehind(in: outline) {
      trail.removeSubrange(known...)
    } else {
      // The last key may have moved the focus on that page.
      place.control = last ?? place.control
      trail.append(place, keeping: Self.longestTrail)
    }
    (goesBack, scroll) = (false, 0)
  }

  /// The identities of the controls in focus on the visible page and on the pages of the trail.
  var remembered: Set<String> {
    Set(([place] + trail).compactMap { $0?.control } + [focus].compactMap(\.self))
  }

  private static let longestTrail = 32

  /// The result of leaving a screen.
  public struct Departure: Sendable, Hashable {
    /// The statement that commits an edited text, or ends the drag of a scale.
    public var outcome = ScreenOutcome.stays
    /// The discarded input: the label of a field with an invalid text, or the title of a command with an open form.
    public var dropped: String?
  }

  /// Ends all input when a person leaves the screen; commits an edited text, as Tab does, unless `abandoning` is true.
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

  /// Synchronizes the walk with a picture, and returns the outline that receives the keys.
  ///
  /// Editing goes on if something covers the field, because the keys that a person types belong to the text. A form for
  /// arguments waits while its page is covered, and is discarded with its page.
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
    // No page is covered now: the pages of the waiting forms are gone.
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

  /// Whether the outline is a page that contains the button of the form.
  func fits(_ outline: ScreenOutline) -> Bool {
    (outline.kind == .page || outline.kind == .sheet)
      && outline.controls.joined().contains(control)
  }

  /// The control of the button that opened the form.
  var control: ScreenControl { ScreenControl(button.statement, .ask(button)) }

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

  /// The arguments as Swift literals, `nil` for an omitted one; or the index of the first missing argument.
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
  /// Whether a person types the value, and does not choose it.
  var isTyped: Bool {
    switch kind {
    case .text, .secure, .number, .decimal: true
    case .toggle, .choice, .scale: false
    }
  }
}
