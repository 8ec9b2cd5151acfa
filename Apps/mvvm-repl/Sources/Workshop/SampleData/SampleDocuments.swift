/// The workshop's JSON documents by file name: valid ones, and the broken ones that lessons need.
///
/// Their content is invented. They are Swift text, so that the program needs no resource folder.
///
/// ```swift
/// let text = SampleDocuments.text("news-broken.json") ?? ""
/// let news = try ModelDecoder().decodeReporting(CarHome.self, from: Data(text.utf8))
/// news.problems.count  // 2
/// ```
enum SampleDocuments {
  /// The names of the documents, sorted.
  static var names: [String] { all.map(\.name).sorted() }

  /// The text of a document, or `nil` when there is none of that name.
  static func text(_ name: String) -> String? {
    all.first { $0.name == name }?.text
  }

  private static let all: [(name: String, text: String)] = travel + reading + news
}
