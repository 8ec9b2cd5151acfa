import REPLKit
import ViewModels

/// The region of the shelf: its rows, and the meaning of a tap on one.
@MainActor
final class ShelfRegion: ScreenRegion {
  private static let books = ["Dune", "Emma", "Ulysses"]
  private(set) var view: ScreenPicture?
  private let language: PageLanguage

  init(_ language: PageLanguage = .english) { self.language = language }

  func show(_ models: [String: any Sendable]) {
    guard let path = models["path"] as? String else { return }
    let opened = models["opened"] as? [String] ?? []
    var picture = ScreenPicture()
    picture.sections = [
      .init(
        header: language.text("Shelf", "书架"),
        rows: Self.books.map { title in
          var row = ScreenPicture.Row(
            ScreenText(title), statement: "\(path).tap(\(DynamicValue.string(title).literal))")
          if opened.contains(title) { row.accessory = .checkmark }
          return row
        })
    ]
    view = picture
  }

  func attach(to parent: inout ScreenPicture) {
    if let view { parent.parts.append(view) }
  }

  func handle(_ event: RegionEvent) -> RegionEvent? {
    event.name == "tap" ? RegionEvent("open", event.info) : nil
  }
}

/// The region below the shelf: the number of books that are open.
@MainActor
final class SumRegion: ScreenRegion {
  typealias View = ScreenPicture
  private var count = 0
  private let language: PageLanguage

  init(_ language: PageLanguage = .english) { self.language = language }

  func show(_ models: [String: any Sendable]) {
    count = (models["opened"] as? [String])?.count ?? 0
  }

  func attach(to parent: inout ScreenPicture) {
    parent.footer = ScreenText(language.text("\(count) open", "打开了 \(count) 本"), .quiet)
  }
}
