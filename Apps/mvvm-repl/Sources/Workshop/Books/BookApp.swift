import Bindings
import ViewModels

/// An app about books: a tap that is told in several ways, a request, the cache, and the store.
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
  /// - Parameters:
  ///   - books: Where books are searched for.
  ///   - shelf: Where books are put away.
  /// - Throws: `ViewModelError` as any navigator with tabs may; these four fit.
  init(books: any BookService, shelf: any ShelfMemory) throws {
    var router = Router(scheme: "demo")
    router.add("/desk", named: "desk") { _ in BookDesk() }
    router.add("/search", named: "search") { _ in BookSearchPage(service: books) }
    router.add("/cache", named: "cache") { _ in CachePage(service: books) }
    router.add("/shelf", named: "shelf") { _ in ShelfPage(memory: shelf) }
    try super.init(
      tabs: [
        Tab("desk", root: BookDesk(), route: "/desk"),
        Tab("search", root: BookSearchPage(service: books), route: "/search"),
        Tab("cache", root: CachePage(service: books), route: "/cache"),
        Tab("shelf", root: ShelfPage(memory: shelf), route: "/shelf"),
      ], router: router)
    title = "Books"
  }
}
