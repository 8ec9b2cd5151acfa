public import REPLKit

extension TalkList {
  /// The workshop's talks, in English and Chinese.
  ///
  /// The talks are read when the first one is requested; the tests have read them before.
  public static func workshop() -> TalkList { TalkList(unread: documents) }

  private static let documents = inBoth([
    ("login", PackageResources.login_md, PackageResources.login_zh_md),
    ("app", PackageResources.app_md, PackageResources.app_zh_md),
    ("travel", PackageResources.travel_md, PackageResources.travel_zh_md),
    ("books", PackageResources.books_md, PackageResources.books_zh_md),
    ("cars", PackageResources.cars_md, PackageResources.cars_zh_md),
    ("news", PackageResources.news_md, PackageResources.news_zh_md),
    ("signals", PackageResources.signals_md, PackageResources.signals_zh_md),
  ])
}
