/// A book of the search.
public struct Book: Codable, Hashable, Sendable {
  /// Who published it.
  public var publisher: String
  /// Its title.
  public var title: String
  /// What it is about.
  public var summary: String

  /// Makes a book.
  public init(publisher: String, title: String, summary: String) {
    self.publisher = publisher
    self.title = title
    self.summary = summary
  }
}

/// What the search for books answers.
public struct BookSearch: Codable, Hashable, Sendable {
  /// The books found.
  public var books: [Book]
}

/// A story of the daily paper.
public struct Story: Codable, Hashable, Sendable {
  /// Its number; `id` in the document.
  public var identifier: Int
  /// Its title.
  public var title: String
  /// Who wrote it, where the paper says so.
  public var name: String?

  private enum CodingKeys: String, CodingKey {
    case title, name
    case identifier = "id"
  }
}

/// What the daily paper answers.
public struct DailyPaper: Codable, Hashable, Sendable {
  /// The stories of the day.
  public var stories: [Story]
}
