import ViewModels

extension Record {
  /// The record with the given secrets masked, both in values of any origin and in lines about them; paths are typed
  /// texts, in which secrets that were only typed are masked, too.
  ///
  /// Pages and texts are unchanged, because most of them are help. Pages with values are masked where they are created.
  @MainActor
  func hiding(_ secrets: GivenSecrets) -> Record {
    guard !secrets.isEmpty || !secrets.typed.isEmpty else { return self }
    switch self {
    case .value(let value, let type):
      return secrets.areTold(byAny: value) ? Record(secret: value, type) : self
    case .formatted(let value, _): return secrets.areTold(byAny: value) ? .secret : self
    case .change(let watch, let path, let value, let previous):
      return .change(
        watch: watch, path: secrets.maskedTyped(path), value: value.hiding(secrets),
        previous: previous?.hiding(secrets))
    case .bound(let number, let description):
      return .bound(number: number, description: secrets.maskedTyped(description))
    case .ended(let description): return .ended(description: secrets.maskedTyped(description))
    case .finished(let job, let path, let call, let value?) where secrets.areTold(byAny: value):
      return .finished(job: job, path: path, call: call, value: .string(Redaction.mark))
    case .viewModel(var snapshot):
      snapshot.rows = snapshot.rows.map { $0.hiding(secrets) }
      return .viewModel(snapshot)
    case .table(let watch, let path, let table):
      return .table(
        watch: watch, path: secrets.maskedTyped(path), table.mapTexts(secrets.masked))
    case .drawing(let watch, let path, let drawing, let isFirst):
      return .drawing(
        watch: watch, path: secrets.maskedTyped(path), drawing.mapTexts(secrets.masked),
        isFirst: isFirst)
    case .diagnostic(let diagnostic, let source):
      return .diagnostic(diagnostic.mapTexts(secrets.masked), in: source)
    case .waterfall(let waterfall): return .waterfall(waterfall.mapTexts(secrets.masked))
    case .page, .text: return self
    default: return mapTexts(secrets.masked)
    }
  }
}

extension Record.ShownValue {
  @MainActor
  fileprivate func hiding(_ secrets: GivenSecrets) -> Self {
    switch self {
    case .plain(let value, let type) where secrets.areTold(byAny: value):
      Self(secret: value, type)
    case .unreadable(let reason): .unreadable(reason.mapTexts(secrets.masked))
    case .plain, .secret: self
    }
  }
}

extension ViewModelSnapshot.Row {
  @MainActor
  fileprivate func hiding(_ secrets: GivenSecrets) -> Self {
    let reasons = { (reasons: [Message]?) in reasons?.map { $0.mapTexts(secrets.masked) } }
    return Self(
      member: member, value: value?.hiding(secrets), disabledReasons: reasons(disabledReasons),
      previous: previous.map {
        .init(value: $0.value?.hiding(secrets), disabledReasons: reasons($0.disabledReasons))
      })
  }
}

extension ListTable {
  func mapTexts(_ change: (String) -> String) -> ListTable {
    var table = self
    table.change = self.change?.mapTexts(change)
    table.sections.modify { section in
      section.header = section.header.map(change)
      section.footer = section.footer.map(change)
      section.rows = section.rows.map { $0.map(change) }
    }
    return table
  }
}

extension Drawing {
  fileprivate func mapTexts(_ change: (String) -> String) -> Drawing {
    switch content {
    case .lines(let lines): Drawing(content: .lines(lines.map(change)))
    case .marbles(let diagram): Drawing(content: .marbles(diagram.mapTexts(change)))
    case .table(let table, let language):
      Drawing(content: .table(table.mapTexts(change), language))
    }
  }
}

extension Diagnostic {
  fileprivate func mapTexts(_ change: (String) -> String) -> Diagnostic {
    Diagnostic(
      code, message.mapTexts(change), at: span, help: help?.mapTexts(change),
      replacement: replacement.map(change) == replacement ? replacement : nil,
      isIncomplete: isIncomplete)
  }
}

extension ScreenPicture {
  /// Returns the picture with all its texts changed, except for statements.
  func mapTexts(_ change: (String) -> String) -> ScreenPicture {
    var picture = self
    picture.title = title.map(change)
    picture.warning = warning.map(change)
    picture.header = header?.mapTexts(change)
    picture.footer = footer?.mapTexts(change)
    picture.fields.modify { field in
      if case .string(let text) = field.value, !field.isSecure {
        field.value = .string(change(text))
      }
      field.problem = field.problem.map(change)
    }
    picture.outputs.modify { $0.text = $0.text.mapTexts(change) }
    picture.busy?.message = busy?.message.map(change)
    picture.empty?.title = empty?.title.map(change)
    picture.empty?.subtitle = empty?.subtitle.map(change)
    picture.sections.modify { section in
      section.header = section.header.map(change)
      section.footer = section.footer.map(change)
      section.rows.modify { row in
        row.text = row.text.mapTexts(change)
        row.detail = row.detail?.mapTexts(change)
      }
    }
    picture.buttons.modify { $0.changeTexts(change) }
    picture.toasts.modify { $0.text = change($0.text) }
    picture.questions.modify { question in
      question.caption = question.caption.map(change)
      question.message = question.message.map(change)
      question.styledMessage = question.styledMessage?.mapTexts(change)
      question.actions.modify { $0.changeTexts(change) }
      question.columns = question.columns.map { $0.map(change) }
    }
    picture.parts = parts.map { $0.mapTexts(change) }
    picture.sheets = sheets.map { $0.mapTexts(change) }
    return picture
  }
}

extension ScreenPicture.Button {
  fileprivate mutating func changeTexts(_ change: (String) -> String) {
    title = change(title)
    reason = reason.map(change)
  }
}

extension ScreenText {
  fileprivate func mapTexts(_ change: (String) -> String) -> ScreenText {
    runs.reduce(ScreenText("")) { $0 + ScreenText(change($1.text), $1.role) }
  }
}
