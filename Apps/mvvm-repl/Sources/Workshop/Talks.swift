public import REPLKit

extension TalkList {
  /// The workshop's talks, in English and Chinese.
  ///
  /// - Throws: ``/REPLKit/LessonError`` when one is broken, which the tests rule out.
  public static func workshop() throws(LessonError) -> TalkList { try TalkList(documents) }

  private static var documents: [(name: String, text: String)] {
    [
      ("login.md", PackageResources.login_md),
      ("login.zh.md", PackageResources.login_zh_md),
    ].map { (name: $0.0, text: String(decoding: $0.1, as: UTF8.self)) }
  }
}
