import Bindings
import ViewModels

/// People under the letters that their names begin with: sections that come and go with the rows.
@MainActor
@ViewModel
final class ContactBook: ListViewModel {
  @Ignored private let language: PageLanguage

  /// Makes a book with a few people in it.
  ///
  /// - Throws: Nothing, as long as the people have different names.
  init(language: PageLanguage = .english) throws {
    self.language = language
    super.init()
    addChild(page.prompts)
    title = language.text("Contacts", "联系人")
    for name in ["Ada", "Alan", "Barbara", "Grace", "张三"] { try put(name) }
  }

  /// Puts a person where the name belongs; a new letter gets a section.
  @Command func put(_ name: String) throws {
    let letter = String(name.prefix(1)).uppercased()
    let place = sections.firstIndex { ($0.headerTitle ?? "") >= letter } ?? sectionCount
    if let section = section(at: place), section.headerTitle == letter {
      let names = section.cells.compactMap { ($0 as? TextCell)?.text }
      let row = names.firstIndex { $0 > name } ?? names.count
      try insert(TextCell(name), at: row, section: place, animation: .fade)
    } else {
      try insert(SectionViewModel(headerTitle: letter), cells: [TextCell(name)], at: place)
    }
  }

  /// Takes a person out; a letter without people loses its section.
  @Command func drop(_ name: String) throws {
    guard let cell = cells.first(where: { ($0 as? TextCell)?.text == name }),
      let path = path(of: cell)
    else {
      page.prompts.toast(
        language.text("There is no \(name).", "没有 \(name)。"), kind: .failure)
      return
    }
    if rowCount(in: path.section) == 1 {
      try remove(sections: path.section..<(path.section + 1), animation: .fade)
    } else {
      try remove(cell, animation: .fade)
    }
  }
}
