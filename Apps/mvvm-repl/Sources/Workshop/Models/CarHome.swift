import Models

/// A page of the car news; nested types show what contains what.
struct CarHome: Codable, Hashable, Sendable {
  struct Result: Codable, Hashable, Sendable {
    /// An article of the list.
    struct NewsItem: Codable, Hashable, Sendable {
      /// Its number; `id` in the document.
      var identifier: Int
      /// Pictures; always empty so far.
      var coverimages: [String]
      var smallpic: String
      /// Which database it is from.
      var dbid: Int
      var replycount: Int
      /// When it was written, as `yyyy/M/d HH:mm:ss`.
      var intacttime: String
      /// The cursor: the page after this article starts behind it.
      var lasttime: String
      /// The day it was written, as `yyyy-MM-dd`.
      var time: String
      /// What kind of medium it is.
      var mediatype: Int
      var title: String
      /// The section, in words.
      var type: String
      /// When it was changed, as `yyyyMMddHHmmss`.
      var updatetime: String
      /// The page to open.
      var jumppage: Int
      /// More about it; mostly empty.
      var indexdetail: String
      var pagecount: Int
      /// What kind of news it is.
      var newstype: Int

      private enum CodingKeys: String, CodingKey {
        case identifier = "id"
        case coverimages, smallpic, dbid, replycount, intacttime, lasttime, time, mediatype, title,
          type
        case updatetime, jumppage, indexdetail, pagecount, newstype
      }

      var image: ImageReference { ImageReference(smallpic) }
      /// The day as the row shows it; a malformed stamp is shown as it is.
      var day: String { Formatting.day(ofStamp: intacttime) }
    }

    /// An object that the server sends without members.
    struct Empty: Codable, Hashable, Sendable {}

    var isloadmore: Bool
    /// How many articles there are on all pages.
    var rowcount: Int
    /// Always empty.
    var headlineinfo: Empty
    /// Pictures in focus; always empty so far.
    var focusimg: [String]
    /// The articles: those that do not fit are dropped and reported.
    @Lossy var newslist: [NewsItem]
    /// Always empty.
    var topnewsinfo: Empty
  }

  var result: Result
  /// 0 when all is well.
  var returncode: Int
  /// What is not well.
  var message: String
}
