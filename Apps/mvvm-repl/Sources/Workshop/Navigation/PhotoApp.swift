import Bindings
import ViewModels

/// A small app to explore: photos and books in tabs, pages about one of them, and a picker that returns an answer.
///
/// Nothing is fetched; photos and books are the samples of the workshop.
///
/// ```
/// let app = PhotoApp()
/// :show app
/// watch app.path
/// app.open("demo:///photos/3")
/// app.visible.chooseCity() &
/// app.visible.pick("Kyoto")
/// app.open("demo:///books/2")
/// ```
@MainActor
@ViewModel
final class PhotoApp: Navigator {
  /// The language of the titles.
  let language: PageLanguage

  /// Creates the app with the photos in front.
  ///
  /// - Throws: `ViewModelError`, as every navigator with tabs may; these two tabs are valid.
  init(language: PageLanguage = .english) throws {
    self.language = language
    try super.init(
      tabs: [
        Tab("photos", root: PhotoList(language: language), route: "/photos"),
        Tab("books", root: BookList(language: language), route: "/books"),
      ], router: Self.router(language))
    title = language.text("Photo app", "照片应用")
    if let photos = tabs.first as? PhotoList {
      // Both routes belong to the app, so it refuses none.
      follow(photos.nextCommand.results) { _ in }
    }
  }

  private static func router(_ language: PageLanguage) -> Router {
    var router = Router(scheme: "demo")
    router.add("/photos", named: "photos") { _ in PhotoList(language: language) }
    router.add("/photos/{id}", named: "photo", commands: ["save", "chooseCity"]) {
      try PhotoPage(id: $0.value("id"), language: language)
    }
    router.add("/books", named: "books") { _ in BookList(language: language) }
    router.add("/books/{number}", named: "book") {
      try BookPage(number: $0.value("number"), language: language)
    }
    router.add("/about", named: "about") { _ in AboutPage(language: language) }
    return router
  }
}
