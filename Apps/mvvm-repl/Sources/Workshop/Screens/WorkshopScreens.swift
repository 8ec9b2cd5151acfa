import Bindings
import REPLKit
import ViewModels

/// The pictures of the demo pages that say more than their schemas do.
@MainActor
enum WorkshopScreens {
  /// Registers them.
  static func register(with makers: ScreenMakers) {
    makers.register(PhotoList.self) { list, context in
      titles(list.photos.value, of: list, context) { "show(\($0 + 1))" }
    }
    makers.register(BookList.self) { list, context in
      titles(list.books.value, of: list, context) { "show(\($0 + 1))" }
    }
    makers.register(CityPicker.self) { picker, context in
      let cities = picker.cities.value
      return titles(cities, of: picker, context) {
        "pick(\(DynamicValue.string(cities[$0]).literal))"
      }
    }
    makers.register(AboutPage.self) { page, _ in
      var picture = ScreenPicture(title: page.title)
      picture.header = ScreenText(page.text.value)
      return picture
    }
    makers.register(PhotoPage.self) { page, context in
      var picture = context.schemaPicture(of: page)
      picture.outputs.removeAll { ["photo", "name"].contains($0.label) }
      picture.header = ScreenText(page.name, .strong)
      return picture
    }
    makers.register(BookPage.self) { page, _ in
      var picture = ScreenPicture(title: page.title)
      picture.header = ScreenText(page.book.title, .strong)
      picture.footer = ScreenText(page.summary)
      return picture
    }
    makers.register(BookDesk.self) { desk, context in
      var picture = context.schemaPicture(of: desk)
      picture.sections = []
      picture.buttons = []
      desk.regions.show(["path": context.path, "opened": desk.opened])
      desk.regions.attach(to: &picture)
      return picture
    }
    makers.register(CheckoutPage.self) { page, context in
      var picture = context.schemaPicture(of: page)
      if !page.isOnline { picture.warning = CheckoutWords(page.language).networkIsOff.caption }
      return picture
    }
  }

  /// A page of titles, each of which runs a command.
  private static func titles(
    _ titles: [String], of page: LifecycleViewModel, _ context: ScreenContext,
    _ call: (Int) -> String
  ) -> ScreenPicture {
    var picture = ScreenPicture(title: page.title)
    let rows = titles.enumerated().map { index, title in
      var row = ScreenPicture.Row(ScreenText(title), statement: context.statement(call(index)))
      row.accessory = .disclosure
      return row
    }
    picture.sections = [ScreenPicture.Section(rows: rows)]
    return picture
  }
}
