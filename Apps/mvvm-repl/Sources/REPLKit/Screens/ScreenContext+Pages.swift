import ViewModels

extension ScreenContext {
  /// Adds what a page asks and tells.
  ///
  /// Each statement names what it answers, so that one which comes late meets no other question or message.
  func add(_ prompts: Prompts, at name: String, to picture: inout ScreenPicture) {
    let path = "\(self.path).\(name)"
    picture.toasts += prompts.toasts.map { toast in
      ScreenPicture.Toast(
        text: toast.text, isFailure: toast.kind == .failure, action: toast.action,
        statement: "\(path).tap(\(toast.id))")
    }
    if let activity = prompts.activities.last {
      picture.busy = ScreenPicture.Busy(
        prompts.isSubmitting ? .submitting : .loading,
        message: prompts.activityMessage ?? activity.message)
    }
    picture.questions += prompts.stack.map { prompt in
      var question = ScreenPicture.Question(
        kind: prompt.kind, caption: prompt.caption, message: prompt.message)
      question.actions = prompt.actions.enumerated().map { index, action in
        var button = ScreenPicture.Button(
          action.title, role: action.role,
          statement: "\(path).choose(\(index), of: \(prompt.id))", reason: action.reason)
        button.image = action.image
        return button
      }
      question.styledMessage = prompt.styledMessage.map { ScreenText($0) }
      question.image = prompt.image
      question.columns = prompt.columns
      question.selected = prompt.selected
      if prompt.kind == .picker { question.pick = "\(path).pick" }
      question.number = prompt.id
      question.dismiss = "\(path).dismiss(\(prompt.id))"
      return question
    }
  }

  /// Adds the state around the content of a page.
  func add(_ page: PageState, at name: String, to picture: inout ScreenPicture) {
    if page.isLoading {
      var busy = picture.busy ?? ScreenPicture.Busy()
      if page.isPulled { busy.isPulled = true }
      picture.busy = busy
    }
    if let empty = page.emptyState {
      picture.empty = ScreenPicture.Empty(
        image: empty.image, title: empty.title, subtitle: empty.subtitle)
    }
    add(page.prompts, at: "\(name).prompts", to: &picture)
  }

  /// An app: its tabs, the page that is seen, and what is presented over it.
  func navigatorPicture(of navigator: Navigator) -> ScreenPicture {
    let tree = navigator.tree
    var picture = schemaPicture(of: navigator)
    if tree.tabs.count > 1 {
      let items = tree.tabs.enumerated().map { index, stack in
        ScreenPicture.Item(
          stack.screens.first?.model.title ?? stack.name ?? "\(index)",
          statement: statement("select(\(index))"))
      }
      picture.tabs = ScreenPicture.Strip(items, selected: tree.selectedIndex)
    }
    guard let stack = tree.selected else { return picture }
    let isCovered = !tree.presentations.isEmpty
    var page = self.picture(of: stack.top.model, at: isCovered ? "top" : "visible")
    picture.title = page.title ?? picture.title
    page.title = nil
    if !isCovered, stack.screens.count > 1 { picture.back = statement("back()") }
    picture.parts.insert(page, at: 0)
    for (index, stack) in tree.presentations.enumerated() {
      let isSeen = index == tree.presentations.count - 1
      // What is covered is drawn, and cannot be acted on; nothing leads to it.
      var sheet = self.picture(of: stack.top.model, at: isSeen ? "visible" : "covered")
      sheet.back = statement("back()")
      picture.sheets.append(sheet)
    }
    return picture
  }

  /// A page of segments, and the one that is seen.
  func segmentedPicture(of page: SegmentedViewModel) -> ScreenPicture {
    var picture = schemaPicture(of: page)
    let items = page.titles.enumerated().map { index, title in
      ScreenPicture.Item(
        title.isEmpty ? "\(index)" : title, statement: statement("select(\(index))"))
    }
    if !items.isEmpty {
      picture.segments = ScreenPicture.Strip(items, selected: page.selectedIndex)
    }
    if let child = page.selectedChild {
      var part = self.picture(of: child, at: "selectedChild")
      part.title = nil
      picture.parts.insert(part, at: 0)
    }
    return picture
  }
}
