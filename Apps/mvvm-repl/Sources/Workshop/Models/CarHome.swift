import Models

/// A page of the car news; the nesting of the types shows its structure.
struct CarHome: Codable, Hashable, Sendable {
  struct Result: Codable, Hashable, Sendable {
    /// An article of the list.
    struct NewsItem: Codable, Hashable, Sendable {
      /// The number; `id` in the document.
      var identifier: Int
      /// Pictures; always empty so far.
      var coverimages: [String]
      var smallpic: String
      /// The number of the article's database.
      var dbid: Int
      var replycount: Int
      /// The time of writing, as `yyyy/M/d HH:mm:ss`.
      var intacttime: String
      /// The cursor: the next page starts after this article.
      var lasttime: String
      /// The day of writing, as `yyyy-MM-dd`.
      var time: String
      /// The kind of the medium.
      var mediatype: Int
      var title: String
      /// The section, in words.
      var type: String
      /// The time of the last change, as `yyyyMMddHHmmss`.
      var updatetime: String
      /// The page to open.
      var jumppage: Int
      /// More about the article; mostly empty.
      var indexdetail: String
      var pagecount: Int
      /// The kind of the news.
      var newstype: Int

      private enum CodingKeys: String, CodingKey {
        case identifier = "id"
        case coverimages, smallpic, dbid, replycount, intacttime, lasttime, time, mediatype, title,
          type
        case updatetime, jumppage, indexdetail, pagecount, newstype
      }

      var image: ImageReference { ImageReference(smallpic) }
      /// The day as the row shows it; a malformed stamp is shown unchanged.
      var day: String { Formatting.day(ofStamp: intacttime) }
    }

    /// An object that the server sends without members.
    struct Empty: Codable, Hashable, Sendable {}

    var isloadmore: Bool
    /// The number of articles on all pages.
    var rowcount: Int
    /// Always empty.
    var headlineinfo: Empty
    /// Pictures in focus; always empty so far.
    var focusimg: [String]
    /// The articles; those that do not fit are dropped and reported.
    @Lossy var newslist: [NewsItem]
    /// Always empty.
    var topnewsinfo: Empty
  }

  var result: Result
  /// The result code; 0 means success.
  var returncode: Int
  /// The description of a failure.
  var message: String
}
