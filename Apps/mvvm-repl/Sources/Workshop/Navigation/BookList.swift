import Bindings
import REPLKit
import ViewModels

/// The books by their titles; the second tab of ``PhotoApp``.
@MainActor
@ViewModel
final class BookList: LifecycleViewModel {
  /// The titles; the first is book 1.
  let books: Property<[String]>

  /// Makes the page.
  init(language: PageLanguage = .english) {
    books = Property(SampleData.books.map(\.title), label: "books")
    super.init()
    title = language.text("Books", "图书")
  }

  /// Shows a book of this tab; the first is 1.
  ///
  /// - Throws: When there is no such book.
  @Command func show(_ number: Int) throws { try navigator?.open("/books/\(number)") }
}

/// A page about one book.
@MainActor
@ViewModel
final class BookPage: LifecycleViewModel {
  /// The book.
  let book: Book
  /// The summary of the book.
  var summary: String { book.summary }

  /// Makes the page of a book; the first is 1.
  ///
  /// - Throws: When there is no such book.
  init(number: Int, language: PageLanguage = .english) throws {
    guard (1...SampleData.books.count).contains(number) else {
      throw Message.noBook(number, of: SampleData.books.count)
    }
    book = SampleData.books[number - 1]
    super.init()
    title = language.text("Book \(number)", "图书 \(number)")
  }
}
