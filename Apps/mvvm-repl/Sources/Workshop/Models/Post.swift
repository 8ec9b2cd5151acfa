/// A post of the table page.
public struct Post: Codable, Hashable, Sendable, Identifiable {
  /// Who wrote it.
  public var userID: Int
  /// Its number; `id` in the document.
  public var id: Int
  /// The first line.
  public var title: String
  /// The text.
  public var body: String

  private enum CodingKeys: String, CodingKey {
    case id, title, body
    case userID = "userId"
  }

  /// Makes a post.
  public init(userID: Int, id: Int, title: String, body: String) {
    self.userID = userID
    self.id = id
    self.title = title
    self.body = body
  }
}

/// A photo of the collection page.
public struct Photo: Codable, Hashable, Sendable, Identifiable {
  /// The album it is in.
  public var albumID: Int
  /// Its number; `id` in the document.
  public var id: Int
  /// What it shows.
  public var title: String
  /// Where the photo is.
  public var url: String
  /// Where the small one is.
  public var thumbnailURL: String

  private enum CodingKeys: String, CodingKey {
    case id, title, url
    case albumID = "albumId"
    case thumbnailURL = "thumbnailUrl"
  }

  /// Makes a photo.
  public init(albumID: Int, id: Int, title: String, url: String, thumbnailURL: String) {
    self.albumID = albumID
    self.id = id
    self.title = title
    self.url = url
    self.thumbnailURL = thumbnailURL
  }
}
