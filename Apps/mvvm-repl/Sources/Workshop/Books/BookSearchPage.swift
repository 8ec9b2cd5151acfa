import Bindings
import ViewModels

/// The request page: searches for books under an overlay, and tells of a failure in a toast.
///
/// Tapping a book shows what it is about.
@MainActor
@ViewModel
final class BookSearchPage: ListViewModel {
  /// A text in the title or the summary; empty finds all books.
  var query: String = ""
  private let service: any BookService

  /// Makes a page that searches when it is shown.
  ///
  /// - Parameter service: Where books are searched for.
  init(service: any BookService) {
    self.service = service
    super.init()
    addChild(page.prompts)
    page.onPull { [weak self] in await self?.search() }
    title = "Search"
    onSelect { [weak self] (cell: BookCell, _) in
      self?.page.prompts.ask(
        Question<Never>(cell.text, message: cell.summary, actions: [.cancel("OK")])
      ) { _ in }
    }
  }

  override func startLoading() {
    task {
      await self.search()
      self.finishLoading()
    }
  }

  /// Asks the server; a search that goes on is given up.
  @Command(policy: .restart) func search() async {
    do {
      try await page.load(whenEmpty: .init(title: "No book has that")) {
        let books = try await page.prompts.during("Searching") { try await service.books(query) }
        try setCells(books.map { BookCell($0) })
        return !books.isEmpty
      }
    } catch is CancellationError {
    } catch {
      page.prompts.toast(failure: error)
    }
  }
}

/// A book as a row: its title, and who published it below.
@MainActor
@ViewModel
final class BookCell: TextCell {
  /// What the book is about.
  let summary: String

  /// Makes a row for a book.
  init(_ book: Book) {
    summary = book.summary
    super.init(book.title, detail: book.publisher, layout: .detail)
    accessory = .disclosure
  }
}
