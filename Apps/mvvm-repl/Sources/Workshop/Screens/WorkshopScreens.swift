import Bindings
import REPLKit
import ViewModels

/// The pictures of the demo pages that show more than their schemas do.
@MainActor
enum WorkshopScreens {
  /// Registers the pictures.
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
    makers.register(PostPage.self) { page, context in
      var picture = context.schemaPicture(of: page)
      picture.outputs = []
      picture.buttons = []
      if page.page.needsRetry { picture.retry = context.command("refresh", of: page) }
      picture.header = ScreenText(page.text)
      return picture
    }
    makers.register(SignalLab.self) { lab, context in
      var picture = context.schemaPicture(of: lab)
      picture.outputs = outputs(of: lab, PageLanguage(context.language))
      return picture
    }
    // Outputs that the rows, the last row or the buttons already show need no line of their own.
    makers.amend { model, picture in
      switch model {
      case is CarNews: picture.outputs.removeAll { $0.label != "footer" }
      case is PostTable: picture.outputs.removeAll { $0.label == "hasMore" }
      default: break
      }
    }
    makers.register(CheckoutPage.self) { page, context in
      var picture = context.schemaPicture(of: page)
      if !page.isOnline { picture.warning = CheckoutWords(page.language).networkIsOff.caption }
      return picture
    }
  }

  /// The signals of the laboratory, one line for each kind.
  private static func outputs(
    of lab: SignalLab, _ language: PageLanguage
  ) -> [ScreenPicture.Output] {
    func shown(_ values: KeyValuePairs<String, Any?>) -> ScreenText {
      ScreenText(
        values.map { name, value in
          let text = value.map { "\($0)" } ?? ""
          return "\(name) \(text.isEmpty ? "–" : text)"
        }.joined(separator: "  "))
    }
    return [
      .init(
        language.text("hot", "热"),
        shown(["taps": lab.taps, "knocks": lab.knocks, "late": lab.late])),
      .init(
        language.text("cold", "冷"),
        shown(["starts": lab.starts, "first": lab.first, "second": lab.second])),
      .init(
        "flatMap",
        shown(["latest": lab.latest, "merged": lab.merged, "queued": lab.queued])),
      .init(
        language.text("others", "其他"),
        shown(["zipped": lab.zipped, "throttled": lab.throttled, "seen": lab.seen])
      ),
    ]
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
