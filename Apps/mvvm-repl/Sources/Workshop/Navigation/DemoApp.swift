import Bindings
import ViewModels

/// An app of four tabs: a table, a collection, signals and orders.
///
/// A row pushes the page about it:
/// ```
/// let app = DemoApp()
/// :screen app
/// app.visible.select(at: 0)
/// app.back()
/// app.open("demo:///orders")
/// ```
/// Each page can also be created alone; the app only puts the pages together.
@MainActor
@ViewModel
final class DemoApp: Navigator {
  /// The services that the pages of the app use.
  struct Services {
    var posts: any PostService
    var photos: any PhotoService
    var waybills: any WaybillService
    var images: ImageLoader
    /// The clock that signals wait on.
    var clock: any Clock<Duration>
    /// The language of the pages.
    var language = PageLanguage.english
  }

  /// Creates the app with the table in front.
  ///
  /// - Parameter services: The services that the pages use.
  /// - Throws: `ViewModelError`, as every navigator with tabs may; these four tabs are valid.
  init(_ services: Services) throws {
    let makers = Makers(services: services)
    try super.init(
      tabs: [
        Tab("posts", root: makers.posts(), route: "/posts"),
        Tab("photos", root: makers.photos(), route: "/photos"),
        Tab("signals", root: makers.signals(), route: "/signals"),
        Tab("orders", root: makers.orders(), route: "/orders"),
      ], router: makers.router)
    title = services.language.text("Demo app", "演示应用")
  }
}

/// Makes the pages of the app, whose rows lead to the pages about them.
@MainActor
private struct Makers {
  let services: DemoApp.Services
  /// The known orders, which the list and the page of each order show.
  let waybills = ObservableList<Waybill>(label: "waybills")

  var router: Router {
    var router = Router(scheme: "demo")
    router.add("/posts", named: "posts") { _ in posts() }
    router.add("/posts/{number}", named: "post") {
      PostPage(try $0.value("number"), service: services.posts, language: services.language)
    }
    router.add("/photos", named: "photos") { _ in photos() }
    router.add("/photos/{id}", named: "photo", commands: ["save", "chooseCity"]) {
      try PhotoPage(id: $0.value("id"), language: services.language)
    }
    router.add("/signals", named: "signals") { _ in signals() }
    router.add("/orders", named: "orders") { _ in orders() }
    router.add("/orders/{number}", named: "order", commands: ["advance"]) {
      try WaybillDetail($0.value("number"), of: waybills, language: services.language)
    }
    return router
  }

  func posts() -> PostTable {
    let table = PostTable(service: services.posts, language: services.language)
    lead(from: table, services.language) { (cell: PostCell) in "/posts/\(cell.number)" }
    return table
  }

  func photos() -> PhotoGrid {
    let grid = PhotoGrid(
      service: services.photos, images: services.images, language: services.language)
    lead(from: grid, services.language) { (cell: PhotoCell) in "/photos/\(cell.photo.id)" }
    return grid
  }

  func signals() -> SignalLab { SignalLab(clock: services.clock, language: services.language) }

  func orders() -> WaybillPage {
    let page = WaybillPage(
      service: services.waybills, waybills: waybills, language: services.language)
    for case let list as WaybillList in page.children {
      lead(from: list, services.language) { (cell: WaybillCell) in "/orders/\(cell.number)" }
    }
    return page
  }
}

/// Lets each row of a type open a page of the app that contains the list; shows a refusal in a toast.
@MainActor
func lead<Cell: CellViewModel>(
  from list: ListViewModel, _ language: PageLanguage,
  to route: @escaping @MainActor (Cell) -> String
) {
  list.onSelect { [weak list] (cell: Cell, _) in
    do { try list?.navigator?.open(route(cell)) } catch {
      list?.page.prompts.toast(failure: error, in: language)
    }
  }
}
