extension SampleDocuments {
  /// Books and stories.
  static let reading: [(name: String, text: String)] = [
    (
      "books.json",
      #"""
      {"books": [
        {"publisher": "Harbour Press", "title": "First Steps in Binding", "summary": "Signals, explained with ferries."},
        {"publisher": "港口出版社", "title": "绑定基础", "summary": "从输入框到输出文字。"},
        {"publisher": "Quay & Sons", "title": "Lists That Move", "summary": "Insert, delete, move, and nothing flickers."}
      ]}
      """#
    ),
    (
      "books-broken.json",
      #"""
      {"books": [
        {"publisher": "Harbour Press", "title": "First Steps in Binding", "summary": "Signals, explained with ferries."},
        {"publisher": "港口出版社", "title": "绑定基础", "summary": null},
        {"publisher": "x"}
      ]}
      """#
    ),
    (
      "stories.json",
      #"""
      {"stories": [
        {"id": 9001, "title": "Why the ferry was late"},
        {"id": 9002, "title": "雾中的灯", "name": "Lin"}
      ]}
      """#
    ),
    (
      "stories-truncated.json",
      #"""
      {"stories": [{"id": 9001, "title": "Why the fer
      """#
    ),
  ]
}
