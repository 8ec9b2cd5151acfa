extension Diagnostic.Code {
  /// What the mistake is, with what to do about it.
  var explanation: String {
    switch self {
    case .unexpected:
      "Something stands where the language does not allow it. The caret shows where; the help line "
        + "shows how it is written."
    case .unterminated: "A string, bracket or comment is not closed. Add the closing sign."
    case .badNumber:
      "A number is malformed or too large. Put digits that are a text, such as a phone number, into "
        + "quotes."
    case .tooDeep: "The expression nests too deep or is too long. Name a part of it with let first."
    case .notText: "The input is not UTF-8 text. Save it as UTF-8."
    case .unknownName:
      "Nothing has this name. :vars lists the names there are, :types what can be created."
    case .unknownType: "No type has this name. :types lists the view-models that can be created."
    case .unknownMeta: "The tool has no such word. :help lists them."
    case .unknownMember:
      "The view-model or value has no member of this name. Press Tab behind the dot to see them."
    case .constant: "A constant cannot be assigned. Declare it with var to change it."
    case .unknownNumber: "There is no watch, binding, result or snapshot of this number or name."
    case .typeMismatch:
      "The value has another type than is wanted. It is checked before anything changes, so nothing "
        + "has changed."
    case .readOnly:
      "The value follows from others and cannot be set. Set what it is made of; why shows that."
    case .notAValue: "A value, a member or a command is wanted here, and something else was found."
    case .arguments: "The arguments do not fit. The message shows the call as it should be."
    case .calculation:
      "The calculation has no result: division by zero, overflow, an element that is not there, or "
        + "types that do not go together."
    case .notDecoded:
      "The document cannot be read, or is not the model asked for. The problems are listed with "
        + "their places."
    case .disabled:
      "The command cannot run now. The help line names the condition that is false; why form.save "
        + "goes on from there."
    case .failed: "It ran and ended with an error; the message is the command's own."
    case .cancelled: "The command or the wait was cancelled."
    case .notCreated: "The view-model could not be created."
    case .notNow: "This cannot be done in the present state; the help line says what to do first."
    case .expectation: "What was expected is not so. The help line shows both sides."
    case .timeout: "What was waited for has not become true in time."
    case .graph: "The reactive graph found a mistake in a view-model: a cycle, say."
    }
  }
}
