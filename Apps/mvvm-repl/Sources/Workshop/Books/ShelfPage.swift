import Bindings
import ViewModels

/// The store page: books that are stored, and are still there when the program starts again.
@MainActor
@ViewModel
final class ShelfPage: ListViewModel {
  private let memory: any ShelfMemory
  @Ignored private let language: PageLanguage

  /// Makes a page that shows the stored books when it is shown.
  init(memory: any ShelfMemory, language: PageLanguage = .english) {
    (self.memory, self.language) = (memory, language)
    super.init()
    addChild(page.prompts)
    title = language.text("Shelf", "书架")
    page.onPull { [weak self] in try await self?.refresh() }
  }

  override func startLoading() {
    loads {
      do { try await self.refresh() } catch {
        self.page.prompts.toast(failure: error, in: self.language)
      }
    }
  }

  /// Reads the shelf again, without the books that have expired.
  @Command(policy: .join) func refresh() async throws {
    try await page.load(whenEmpty: .init(title: language.text("The shelf is empty", "书架是空的"))) {
      let titles = try await memory.titles()
      try setCells(titles.map { TextCell($0) })
      return !titles.isEmpty
    }
  }

  /// Puts a book on the shelf, for good or for some seconds.
  @Command(policy: .queue(max: 100)) func put(_ title: String, seconds: Double? = nil) async throws
  {
    try await memory.put(title, seconds: seconds)
    try await refresh()
  }

  /// Takes a book off the shelf; returns whether it was there.
  @Command(policy: .queue(max: 100)) func take(_ title: String) async throws -> Bool {
    let wasThere = try await memory.remove(title)
    try await refresh()
    return wasThere
  }
}
