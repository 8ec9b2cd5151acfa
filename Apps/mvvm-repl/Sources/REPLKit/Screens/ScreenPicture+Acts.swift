extension ScreenPicture {
  /// The page, the pages within it, and the pages that cover it.
  private var pages: [ScreenPicture] { [self] + (parts + sheets).flatMap(\.pages) }

  /// Returns the statement that sets a field to what a person has typed or chosen.
  ///
  /// - Parameters:
  ///   - path: The path of the field, ``Field/path``.
  ///   - text: The text; `true` or `false` for a toggle, the name of a case for a choice.
  /// - Returns: The statement.
  /// - Throws: `Message` when the text is not a value of the field, or the page has no such field.
  /// - Complexity: O(*n*) in the fields.
  public func statement(setting path: String, to text: String) throws(Message) -> String {
    guard let field = pages.lazy.flatMap(\.fields).first(where: { $0.path == path }) else {
      throw .noLongerOnScreen
    }
    guard let statement = field.statement(typing: text) else { throw field.problem(typing: text) }
    return statement
  }

  /// Returns the statement of a button with the arguments that a person has entered.
  ///
  /// - Parameters:
  ///   - statement: The statement of the button, ``Button/statement``.
  ///   - texts: The typed or chosen texts, in the order of ``Button/parameters``; an empty text omits an argument that
  ///     has a default.
  /// - Returns: The statement.
  /// - Throws: `Message` when a text is not a value of its parameter, or the page has no such button.
  /// - Complexity: O(*n*) in the buttons.
  public func statement(
    calling statement: String, with texts: [String]
  ) throws(Message) -> String {
    let buttons = pages.lazy.flatMap { $0.buttons + $0.questions.flatMap(\.actions) }
    guard let button = buttons.first(where: { $0.statement == statement }),
      button.parameters.count == texts.count
    else { throw .noLongerOnScreen }
    var call = ScreenWalk.Call(button)
    call.values = texts
    switch call.literals {
    case .success(let literals): return button.statement(literals)
    case .failure(let missing):
      throw call.fields[missing.number].problem(typing: texts[missing.number])
    }
  }
}
