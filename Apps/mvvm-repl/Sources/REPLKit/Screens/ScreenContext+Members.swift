import ViewModels

extension ScreenContext {
  /// Adds a property: a field if a person can type its values, a list of texts as rows, else an output.
  func addProperty(
    _ member: Member, of viewModel: any ViewModel, beside names: Set<String>,
    to picture: inout ScreenPicture
  ) {
    let value = (try? member.value(in: viewModel)) ?? .null
    guard
      var field = ScreenPicture.Field(
        member.name, path: "\(path).\(member.name)", type: member.type, value: value,
        isSecure: member.isSecret(in: viewModel))
    else { return addOutput(member, of: viewModel, to: &picture) }
    guard member.isSettable else { return addOutput(member, of: viewModel, to: &picture) }
    let check = member.name.check
    if names.contains(check), let rule = type(of: viewModel).schema[check],
      (try? rule.value(in: viewModel)) == .bool(false)
    {
      field.problem = Message.isFalse(check).text(in: language)
    }
    let colours = ["Color", "Colour"].compactMap { type(of: viewModel).schema[member.name + $0] }
    for colour in colours {
      field.role = ScreenText.Role(colourIn: colour, of: viewModel) ?? field.role
    }
    picture.fields.append(field)
  }

  /// Adds a value: texts in an array as rows, anything else on one line.
  func addOutput(_ member: Member, of viewModel: any ViewModel, to picture: inout ScreenPicture) {
    let value: DynamicValue
    do { value = try member.value(in: viewModel) } catch {
      return picture.outputs.append(
        .init(member.name, ScreenText(Message(error).text(in: language), .bad)))
    }
    guard !member.isSecret(in: viewModel) || value.isBlank else {
      return picture.outputs.append(
        .init(member.name, ScreenText(ScreenPicture.Field.dots, .quiet)))
    }
    if case .array(let elements) = value, let texts = elements.texts {
      picture.sections.append(
        .init(header: member.name, rows: texts.map { ScreenPicture.Row(ScreenText($0)) }))
    } else if let role = ScreenText.Role(colourIn: member, of: viewModel) {
      picture.outputs.append(.init(member.name, ScreenText(value.shown.plain, role)))
    } else {
      picture.outputs.append(.init(member.name, value.shown))
    }
  }

  /// Returns the button of a command; `nil` if a field cannot hold one of the command's parameters.
  func button(_ member: Member, of viewModel: any ViewModel) -> ScreenPicture.Button? {
    guard let command = member.command(in: viewModel) else { return nil }
    let inputs = member.parameters.compactMap {
      ScreenPicture.Input($0, isSecure: member.isSecure)
    }
    guard inputs.count == member.parameters.count else { return nil }
    var button = ScreenPicture.Button(
      member.name, statement: statement("\(member.name)()" + (command.maySuspend ? " &" : "")),
      parameters: inputs)
    button.isRunning = command.isExecuting
    if !command.isEnabled {
      button.reason = Message.reasons(command.reasons).text(in: language)
    }
    return button
  }

  /// Adds the children of a member: prompts and page state to the picture itself, a view-model as a part.
  func addChildren(_ member: Member, of viewModel: any ViewModel, to picture: inout ScreenPicture) {
    let children = member.children(in: viewModel)
    for (index, child) in children.enumerated() {
      let name = member.kind == .list ? "\(member.name)[\(index)]" : member.name
      switch child {
      case let prompts as Prompts: add(prompts, at: name, to: &picture)
      case let page as PageState: add(page, at: name, to: &picture)
      default:
        guard depth < Self.deepest else { continue }
        var part = self.picture(of: child, at: name)
        part.title = part.title ?? name
        picture.parts.append(part)
      }
    }
  }

  private static let deepest = 3
}

extension Member {
  /// Returns the name of the property that this condition checks; `nil` if there is none: `isNameValid` checks `name`.
  func nameOfChecked(in names: Set<String>) -> String? {
    guard type == .bool, kind == .derived else { return nil }
    return names.first { $0.check == name }
  }
}

extension String {
  /// The name of the condition that checks a property of this name: `isPhoneValid` for `phone`.
  fileprivate var check: String { "is" + prefix(1).uppercased() + dropFirst() + "Valid" }
}

extension [DynamicValue] {
  /// The elements as texts; `nil` if an element is null, an array or an object.
  fileprivate var texts: [String]? {
    let texts = compactMap { element -> String? in
      switch element {
      case .string(let text): text
      case .int, .double, .bool: "\(element)"
      case .null, .array, .object: nil
      }
    }
    return texts.count == count ? texts : nil
  }
}

extension DynamicValue {
  /// The value as an output shows it: a text has no quotation marks.
  fileprivate var shown: ScreenText {
    switch self {
    case .string(let text): ScreenText(text)
    case .null: ScreenText("–", .quiet)
    case .bool, .int, .double: ScreenText("\(self)")
    case .array, .object: ScreenText("\(self)", .code)
    }
  }
}
