import Models
import REPLKit
import ViewModels

/// The pictures of the store and of the network: their rows, the newest request first.
@MainActor
enum DataScreens {
  /// Registers the pictures.
  static func register(with makers: ScreenMakers) {
    makers.register(StoreExplorer.self) { store, context in
      var picture = context.schemaPicture(of: store)
      picture.title = context.path
      picture.outputs.removeAll { ["all", "ids", "tables"].contains($0.label) }
      // A notice would also stand in place of the other tables, so the empty table itself says so.
      let none = PageLanguage(context.language).text("no values", "没有值")
      if let tables = tables(of: store, context) {
        var rows = rows(of: store, context)
        if rows.rows.isEmpty { rows.footer = none }
        picture.sections = [tables, rows]
      } else {
        picture.sections = [rows(of: store, context)]
        if store.all.isEmpty { picture.empty = .init(title: none) }
      }
      return picture
    }
    makers.register(NetworkExplorer.self) { network, context in
      var picture = context.schemaPicture(of: network)
      picture.title = context.path
      picture.outputs.removeAll { !["last", "model"].contains($0.label) }
      picture.sections = [requests(of: network, context)]
      if network.log.isEmpty {
        picture.empty = .init(title: PageLanguage(context.language).text("no requests", "没有请求"))
      }
      return picture
    }
  }

  /// The largest number of rows in a picture, because each change makes a new picture.
  static let mostRows = 100

  /// The tables with the shown one selected; `nil` for a single table.
  private static func tables(
    of store: StoreExplorer, _ context: ScreenContext
  ) -> ScreenPicture.Section? {
    guard store.tables.count > 1 else { return nil }
    let rows = store.tables.map { table in
      let name = DynamicValue.string(table.name).literal
      var row = ScreenPicture.Row(
        ScreenText(table.name), detail: ScreenText("\(table.count)", .quiet),
        statement: context.statement("use(\(name)) &"))
      row.isSelected = table.name == store.table
      return row
    }
    return ScreenPicture.Section(
      header: PageLanguage(context.language).text("tables", "表"), rows: rows)
  }

  /// The values of the table; a tap on a row reads its value.
  private static func rows(
    of store: StoreExplorer, _ context: ScreenContext
  ) -> ScreenPicture.Section {
    let rows = store.all.prefix(mostRows).map { item in
      let call = "get(\(DynamicValue.string(item.id).literal)) &"
      var row = ScreenPicture.Row(
        ScreenText(item.id), detail: ScreenText(item.value.literal, .quiet),
        statement: context.statement(call))
      row.lines = 2
      return row
    }
    return ScreenPicture.Section(
      header: store.table, rows: rows, footer: more(store.count - rows.count, context))
  }

  /// The requests that have ended.
  private static func requests(
    of network: NetworkExplorer, _ context: ScreenContext
  ) -> ScreenPicture.Section {
    let rows = network.log.suffix(mostRows).reversed().map { line in
      let status = line.status.map { "\($0) " } ?? ""
      let outcome = "\(status)\(line.outcome)  \(line.bytes) B  \(line.ms) ms"
      var row = ScreenPicture.Row(
        ScreenText(line.request), detail: ScreenText(outcome, role(of: line)))
      row.lines = 2
      return row
    }
    return ScreenPicture.Section(
      header: PageLanguage(context.language).text("requests, the newest first", "请求，最新的在前"),
      rows: Array(rows), footer: more(network.log.count - rows.count, context))
  }

  private static func role(of line: NetworkExplorer.Line) -> ScreenText.Role {
    switch line.level {
    case "error": .bad
    case "warning": .strong
    default: .quiet
    }
  }

  private static func more(_ count: Int, _ context: ScreenContext) -> String? {
    guard count > 0 else { return nil }
    return PageLanguage(context.language).text("and \(count) more", "还有 \(count) 个")
  }
}
