import ViewModels

extension ScreenPicture.Row {
  /// The row of a cell, as it is written.
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
