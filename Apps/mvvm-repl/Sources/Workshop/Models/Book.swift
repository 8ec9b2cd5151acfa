/// A book of the search.
struct Book: Codable, Hashable, Sendable {
  var publisher: String
  var title: String
  var summary: String
}

/// What the search for books answers.
struct BookSearch: Codable, Hashable, Sendable {
  var books: [Book]
}

/// A story of the daily paper.
struct Story: Codable, Hashable, Sendable {
  /// Its number; `id` in the document.
  var identifier: Int
  var title: String
  /// Who wrote it, where the paper says so.
  var name: String?

  private enum CodingKeys: String, CodingKey {
    case title, name
    case identifier = "id"
  }
}

/// What the daily paper answers.
struct DailyPaper: Codable, Hashable, Sendable {
  var stories: [Story]
}
