import ViewModels

extension ScreenPicture.Row {
  /// Creates the row of a cell from its rendered content; an equal styled text of the cell replaces the plain text.
  @MainActor
  init(_ content: TextRow.Content, of cell: CellViewModel) {
    var text = ScreenText(content.text)
    if let cell = cell as? TextCell, let styled = cell.styledText, cell.shownText == content.text {
      text = ScreenText(styled)
    }
    self.init(text, detail: content.layout == .plain ? nil : content.detail.map { ScreenText($0) })
    (image, layout, accessory) = (content.image, content.layout, content.accessory)
    imageState = (cell as? any ImageShowing)?.picture.state
  }
}
