import ViewModels

extension ScreenContext {
  /// Adds the questions, the toasts and the activity of a page.
  ///
  /// Each statement contains the number of its question or toast. A late statement therefore never answers a newer
  /// question.
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

  /// Adds the loading state and the empty state of a page, and its prompts.
  func add(_ page: PageState, at name: String, to picture: inout ScreenPicture) {
    if page.isLoading {
      var busy = picture.busy ?? ScreenPicture.Busy()
      if page.isPulled { busy.isPulled = true }
      picture.busy = busy
    }
    if let empty = page.emptyState { picture.empty = empty }
    add(page.prompts, at: "\(name).prompts", to: &picture)
  }

  /// Returns the picture of an app: its tabs, the visible page, and the presented pages over it.
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
      // A covered page is drawn, but its path `covered` leads nowhere, so that nobody can act on it.
      var sheet = self.picture(of: stack.top.model, at: isSeen ? "visible" : "covered")
      sheet.back = statement("back()")
      picture.sheets.append(sheet)
    }
    return picture
  }

  /// Returns the picture of a page of segments, with the selected page as a part.
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
