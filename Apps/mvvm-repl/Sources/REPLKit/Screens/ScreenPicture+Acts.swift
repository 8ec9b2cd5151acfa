extension ScreenPicture {
  /// The page with those within it and those that cover it.
  private var pages: [ScreenPicture] { [self] + (parts + sheets).flatMap(\.pages) }

  /// The statement that sets what a person has typed or chosen in a field.
  ///
  /// - Parameters:
  ///   - path: The path of the field, ``Field/path``.
  ///   - text: The text; of a toggle `true` or `false`, of a choice the name of a case.
  /// - Returns: The statement.
  /// - Throws: `Message` when the text is no value of the field, or the field is not there.
  /// - Complexity: O(*n*) in the fields.
  public func statement(setting path: String, to text: String) throws(Message) -> String {
    guard let field = pages.lazy.flatMap(\.fields).first(where: { $0.path == path }) else {
      throw .noLongerOnScreen
    }
    guard let statement = field.statement(typing: text) else { throw field.problem(typing: text) }
    return statement
  }

  /// The statement of a button with the values that it asks for.
  ///
  /// - Parameters:
  ///   - statement: The statement of the button, ``Button/statement``.
  ///   - texts: What was typed or chosen, in the order of ``Button/parameters``; an empty text leaves out a value that has a
  ///     default.
  /// - Returns: The statement.
  /// - Throws: `Message` when a text is no value of its parameter, or the button is not there.
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
