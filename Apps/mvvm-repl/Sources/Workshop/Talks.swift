public import REPLKit

extension TalkList {
  /// The workshop's talks, in English and Chinese.
  ///
  /// They are read when the first one is asked for; the tests have read them.
  public static func workshop() -> TalkList { TalkList(unread: documents) }

  private static var documents: [(name: String, text: String)] {
    [
      ("login.md", PackageResources.login_md),
      ("login.zh.md", PackageResources.login_zh_md),
      ("app.md", PackageResources.app_md),
      ("app.zh.md", PackageResources.app_zh_md),
      ("travel.md", PackageResources.travel_md),
      ("travel.zh.md", PackageResources.travel_zh_md),
      ("books.md", PackageResources.books_md),
      ("books.zh.md", PackageResources.books_zh_md),
      ("cars.md", PackageResources.cars_md),
      ("cars.zh.md", PackageResources.cars_zh_md),
      ("news.md", PackageResources.news_md),
      ("news.zh.md", PackageResources.news_zh_md),
      ("signals.md", PackageResources.signals_md),
      ("signals.zh.md", PackageResources.signals_zh_md),
    ].map { (name: $0.0, text: String(decoding: $0.1, as: UTF8.self)) }
  }
}
