import Bindings
import ViewModels

/// An app that begins with a menu of two rows: the travel list, and the login form.
///
/// ```
/// let app = TravelApp()
/// :screen app
/// app.visible.select(at: 0)
/// app.visible.city = 2
/// ```
@MainActor
@ViewModel
final class TravelApp: Navigator {
  /// Creates the app with the menu in front.
  init(
    language: PageLanguage = .english, places: @escaping @MainActor () -> TravelList,
    form: @escaping @MainActor () -> LoginForm
  ) {
    var router = Router(scheme: "demo")
    router.add("/menu", named: "menu") { _ in TravelMenu(language) }
    router.add("/menu/places", named: "places") { _ in places() }
    router.add("/menu/login", named: "login") { _ in LoginPage(form(), language) }
    super.init(root: TravelMenu(language), route: "/menu", router: router)
    title = language.text("Travel", "旅行")
  }
}

/// The menu of ``TravelApp``.
@MainActor
@ViewModel
final class TravelMenu: ListViewModel {
  /// Makes the menu.
  init(_ language: PageLanguage = .english) {
    super.init()
    addChild(page.prompts)
    title = language.text("Menu", "菜单")
    for (text, route) in [
      (language.text("Sights and hotels", "景点和酒店"), "/menu/places"),
      (language.text("Login form", "登录表单"), "/menu/login"),
    ] {
      try? append(MenuCell(text, route: route))
    }
    lead(from: self, language) { (cell: MenuCell) in cell.route }
  }
}

/// A row of a menu.
@MainActor
@ViewModel
final class MenuCell: TextCell {
  /// The page that the row leads to.
  let route: String

  /// Makes a row.
  init(_ text: String, route: String) {
    self.route = route
    super.init(text)
    accessory = .disclosure
  }
}

/// The login form as a page of an app.
@MainActor
@ViewModel
final class LoginPage: LifecycleViewModel {
  /// The form, which knows nothing of pages.
  let form: LoginForm

  /// Makes a page for a form.
  init(_ form: LoginForm, _ language: PageLanguage = .english) {
    self.form = form
    super.init()
    title = language.text("Login", "登录")
  }
}
