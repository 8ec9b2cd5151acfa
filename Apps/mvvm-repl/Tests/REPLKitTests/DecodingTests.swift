import Models
import Testing
import ViewModels

@testable import REPLKit

private struct News: Codable {
  var id: Int
  var title: String
}

@MainActor
@Suite(.ownGraph) struct DecodingTests {
  private struct Missing: Error, CustomStringConvertible {
    var description: String { "no such document" }
  }

  private nonisolated static let documents = [
    "good.json": #"[{"id": 1, "title": "北京"}, {"id": 2, "title": "b"}]"#,
    "bad.json": "[{\"id\": 1, \"title\": \"a\"},\n {\"id\": \"x\", \"title\": \"b\"}, {\"id\": 3}]",
  ]

  /// Runs a text and returns how it ended and what was said.
  private func say(_ text: String) async -> (status: Status, lines: [String]) {
    var models = ModelCatalog { name in
      guard let text = Self.documents[name] else { throw Missing() }
      return text
    }
    models.add([News].self, as: "NewsList")
    models.add(News.self)
    var lines: [String] = []
    let session = Session(catalog: Catalog(), models: models) { record in
      lines += TextRenderer(style: .plain).text(record).split(separator: "\n").map(String.init)
    }
    let status = await session.run(SourceText(text))
    return (status, lines)
  }

  @Test func aDocumentBecomesAValue() async {
    let said = await say("let news = decode NewsList from \"good.json\"; news[0].title; news.count")
    #expect(said.status == .ok)
    #expect(said.lines == ["\"北京\"", "2"])
  }

  @Test func jsonItselfCanBeDecoded() async {
    let said = await say("decode News from \"{\\\"id\\\": 7, \\\"title\\\": \\\"t\\\"}\"")
    #expect(said.lines == ["[\"id\": 7, \"title\": \"t\"]"])
  }

  @Test func everyProblemIsListedWithItsPlace() async {
    let said = await say("decode NewsList from \"bad.json\"")
    #expect(said.status == .runtimeError)
    #expect(said.lines.first == "What is wrong: 2")
    #expect(said.lines.contains { $0.contains("2:9 /1/id") && $0.contains("an integer") })
    #expect(said.lines.contains { $0.contains("/2/title") })
    #expect(said.lines.contains("error E206: this is not a NewsList"))
  }

  @Test func problemsAreToldInTheLanguageOfThePerson() async {
    let said = await say(":lang zh; decode NewsList from \"bad.json\"")
    #expect(
      said.lines.contains { $0.contains("2:9 /1/id") && $0.contains("类型不对：应为整数，实际是字符串 \"x\"。") },
      "\(said.lines)")
    #expect(said.lines.contains { $0.contains("/2/title") && $0.contains("缺少键“title”") })
    let broken = await say(":lang zh; decode News from \"{bad\"")
    #expect(
      broken.lines.contains { $0.contains("不是合法的 JSON：应为双引号中的键，实际是 \"b\"。") },
      "\(broken.lines)")
  }

  @Test(arguments: [
    (JSONProblem.Kind.null, "a string", "null", "值为 null：应为字符串（已丢弃）。"),
    (.wrongType, "a number of JSON", "true", "类型不对：应为 JSON 数字，实际是 true（已丢弃）。"),
    (
      .invalidValue, "a number that fits a Int8", "the number 300",
      "值不对：应为 Int8 放得下的数，实际是数 300（已丢弃）。"
    ),
    (.invalidValue, "an integer from 1 to 9", "nothing", "值不对：应为整数，范围 1 到 9，实际是空（已丢弃）。"),
    (.syntax, "digits after e", "the end of the document", "不是合法的 JSON：应为 e 后面的数字，实际是文档的结尾（已丢弃）。"),
  ])
  func aProblemIsASentenceInChinese(
    kind: JSONProblem.Kind, expected: String, found: String, told: String
  ) {
    let problem = JSONProblem(
      kind, at: JSONPointer(), expected: expected, found: found, remedy: "", effect: .dropped)
    #expect(Message(problem).text(in: .chinese) == told)
  }

  @Test func lossyDecodingKeepsWhatFitsAndListsTheRest() async {
    let said = await say("let news = decode NewsList lossy from \"bad.json\"; news.count")
    #expect(said.status == .ok)
    #expect(said.lines.first == "Dropped or replaced: 2")
    #expect(said.lines.last == "1")
  }

  @Test(
    arguments: [
      ("decode New from \"good.json\"", "error E102: there is no model 'New'"),
      (
        "decode News from \"none.json\"",
        "error E206: the document cannot be read: no such document"
      ),
      ("decode News from 3", "error E201: the name of a document, or JSON, is expected here"),
      ("decode News from", "error E001: a value is expected here, not the end of the input"),
      ("decode News lossy from", "error E001: a value is expected here, not the end of the input"),
      ("decode News \"good.json\"", "error E001: 'from' is expected here, not a string"),
      (
        "decode lossy NewsList from \"bad.json\"",
        "error E001: 'lossy' comes after the model, NewsList"
      ),
    ])
  func mistakesAreNamed(text: String, message: String) async {
    #expect(await say(text).lines.first == message)
  }

  @Test func lossyBeforeTheModelIsPutBehindIt() async {
    let said = await say("decode lossy NewsList from \"bad.json\"")
    #expect(said.lines.last == "  help: In this order:  decode NewsList lossy from \"bad.json\"")
  }
}
