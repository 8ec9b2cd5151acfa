/// A post of the table page.
struct Post: Codable, Hashable, Sendable, Identifiable {
  var userID: Int
  /// The number; `id` in the document.
  var id: Int
  /// The first line.
  var title: String
  var body: String

  private enum CodingKeys: String, CodingKey {
    case id, title, body
    case userID = "userId"
  }
}

/// A photo of the collection page.
struct Photo: Codable, Hashable, Sendable, Identifiable {
  var albumID: Int
  /// The number; `id` in the document.
  var id: Int
  var title: String
  var url: String
  var thumbnailURL: String

  private enum CodingKeys: String, CodingKey {
    case id, title, url
    case albumID = "albumId"
    case thumbnailURL = "thumbnailUrl"
  }
}
