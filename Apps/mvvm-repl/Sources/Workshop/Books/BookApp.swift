import ViewModels

/// An app about books: a tap that is reported in several ways, a request, the cache, and the store.
///
/// ```
/// let app = BookApp()
/// :screen app
/// app.select(1)
/// app.visible.query = "基础"
/// app.visible.search()
/// ```
@MainActor
@ViewModel
final class BookApp: Navigator {
  /// Creates the app with the desk in front.
  ///
  /// - Throws: `ViewModelError`, as every navigator with tabs may; these four tabs are valid.
  init(
    books: any BookService, shelf: any ShelfMemory, language: PageLanguage = .english
  ) throws {
    func desk() -> BookDesk { BookDesk(language) }
    func search() -> BookSearchPage { BookSearchPage(service: books, language: language) }
    func cache() -> CachePage { CachePage(service: books, language: language) }
    func kept() -> ShelfPage { ShelfPage(memory: shelf, language: language) }
    var router = Router(scheme: "demo")
    router.add("/desk", named: "desk") { _ in desk() }
    router.add("/search", named: "search") { _ in search() }
    router.add("/cache", named: "cache") { _ in cache() }
    router.add("/shelf", named: "shelf") { _ in kept() }
    try super.init(
      tabs: [
        Tab("desk", root: desk(), route: "/desk"),
        Tab("search", root: search(), route: "/search"),
        Tab("cache", root: cache(), route: "/cache"),
        Tab("shelf", root: kept(), route: "/shelf"),
      ], router: router)
    title = language.text("Books", "图书")
  }
}
