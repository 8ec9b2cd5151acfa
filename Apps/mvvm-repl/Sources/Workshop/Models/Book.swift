/// A book of the search.
struct Book: Codable, Hashable, Sendable {
  var publisher: String
  var title: String
  var summary: String
}

/// The answer of the search for books.
struct BookSearch: Codable, Hashable, Sendable {
  var books: [Book]
}

/// A story of the daily paper.
struct Story: Codable, Hashable, Sendable {
  /// The number; `id` in the document.
  var identifier: Int
  var title: String
  /// The author, if the paper names one.
  var name: String?

  private enum CodingKeys: String, CodingKey {
    case title, name
    case identifier = "id"
  }
}

/// The answer of the daily paper.
struct DailyPaper: Codable, Hashable, Sendable {
  var stories: [Story]
}
