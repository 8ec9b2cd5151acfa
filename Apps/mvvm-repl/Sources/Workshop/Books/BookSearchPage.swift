import Bindings
import ViewModels

/// The request page: searches for books under an overlay, and reports a failure in a toast.
///
/// A tap on a book shows its summary.
@MainActor
@ViewModel
final class BookSearchPage: ListViewModel {
  /// A text in the title or the summary; empty finds all books.
  var query: String = ""
  /// The last five texts that were searched for, the newest last.
  private(set) var recent: [String] = []
  @Ignored private var searched = BoundedQueue<String>(limit: 5)
  private let service: any BookService
  @Ignored private let language: PageLanguage

  /// Makes a page that searches when it is shown.
  init(service: any BookService, language: PageLanguage = .english) {
    (self.service, self.language) = (service, language)
    super.init()
    addChild(page.prompts)
    page.onPull { [weak self] in await self?.search() }
    retries(page, with: service) { [weak self] in await self?.search() }
    title = language.text("Search", "搜索")
    onSelect { [weak self] (cell: BookCell, _) in
      self?.page.prompts.ask(
        Question<Never>(
          cell.text, message: cell.summary, actions: [.cancel(language.text("OK", "确定"))])
      ) { _ in }
    }
  }

  override func startLoading() { loads { await self.search() } }

  /// Asks the server, and cancels a search that still runs.
  @Command(policy: .restart) func search() async {
    let query = query
    if !query.isEmpty, searched.elements.last != query {
      searched.append(query)
      recent = searched.elements
    }
    let none = PageState.EmptyState(title: language.text("No book has that", "没有符合的图书"))
    await page.load(in: language, whenEmpty: none) {
      let books = try await page.prompts.during(language.text("Searching", "正在搜索")) {
        try await service.books(query)
      }
      try setCells(books.map { BookCell($0) })
      return !books.isEmpty
    }
  }
}

/// A book as a row: its title, and its publisher below.
@MainActor
@ViewModel
final class BookCell: TextCell {
  /// The summary of the book.
  let summary: String

  /// Makes a row for a book.
  init(_ book: Book) {
    summary = book.summary
    super.init(book.title, detail: book.publisher, layout: .detail)
    accessory = .disclosure
  }
}
