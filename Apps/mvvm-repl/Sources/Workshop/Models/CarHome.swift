public import Models

/// A page of the car news; nested types show what contains what.
public struct CarHome: Codable, Hashable, Sendable {
  /// What the page has.
  public struct Result: Codable, Hashable, Sendable {
    /// An article of the list.
    public struct NewsItem: Codable, Hashable, Sendable {
      /// Its number; `id` in the document.
      public var identifier: Int
      /// Pictures; always empty so far.
      public var coverimages: [String]
      /// The small picture's address.
      public var smallpic: String
      /// Which database it is from.
      public var dbid: Int
      /// How many replies it has.
      public var replycount: Int
      /// When it was written, as `yyyy/M/d HH:mm:ss`.
      public var intacttime: String
      /// The cursor: the page after this article starts behind it.
      public var lasttime: String
      /// The day it was written, as `yyyy-MM-dd`.
      public var time: String
      /// What kind of medium it is.
      public var mediatype: Int
      /// The headline.
      public var title: String
      /// The section, in words.
      public var type: String
      /// When it was changed, as `yyyyMMddHHmmss`.
      public var updatetime: String
      /// The page to open.
      public var jumppage: Int
      /// More about it; mostly empty.
      public var indexdetail: String
      /// How many pages it has.
      public var pagecount: Int
      /// What kind of news it is.
      public var newstype: Int

      private enum CodingKeys: String, CodingKey {
        case identifier = "id"
        case coverimages, smallpic, dbid, replycount, intacttime, lasttime, time, mediatype, title,
          type
        case updatetime, jumppage, indexdetail, pagecount, newstype
      }

      /// The picture, by reference.
      public var image: ImageReference { ImageReference(smallpic) }
      /// The day as the row shows it; a malformed stamp is shown as it is.
      public var day: String { Formatting.day(ofStamp: intacttime) }
    }

    /// An object that the server sends without members.
    public struct Empty: Codable, Hashable, Sendable {}

    /// Whether there are more pages.
    public var isloadmore: Bool
    /// How many articles there are on all pages.
    public var rowcount: Int
    /// Always empty.
    public var headlineinfo: Empty
    /// Pictures in focus; always empty so far.
    public var focusimg: [String]
    /// The articles: those that do not fit are dropped and reported.
    @Lossy public var newslist: [NewsItem]
    /// Always empty.
    public var topnewsinfo: Empty
  }

  /// What the page has.
  public var result: Result
  /// 0 when all is well.
  public var returncode: Int
  /// What is not well.
  public var message: String
}
