import Foundation
import Testing
import ViewModels

@testable import REPLKit

@MainActor
@Suite(.ownGraph) struct TranscriptTests {
  private let runner = TranscriptRunner { emit in
    var catalog = Catalog()
    catalog.add(Form.self) { Form() }
    return Session(catalog: catalog, emit: emit)
  }

  @Test func conversationsAreFoundInFencedBlocks() {
    let transcript = Transcript(
      """
      # Title
      ```swift
      let x = 1
      ```
      ```text
      ❯ 1 + 1
      2

      ❯ [1,
        2]
      [1, 2]
      ```
      ❯ not in a block
      ~~~
      ❯ 3
      3
      ~~~
      """)
    #expect(transcript.steps.map(\.input) == ["1 + 1", "[1,\n  2]", "3"])
    #expect(transcript.steps.map(\.line) == [6, 9, 15])
    #expect(transcript.steps.map(\.expected) == [["2"], ["[1, 2]"], ["3"]])
  }

  @Test func theSessionLastsThroughTheDocument() async {
    let report = await runner.run(
      Transcript("```\n❯ var n = 1\n```\ntext\n```\n❯ n + 1\n2\n```\n"))
    #expect(report.count == 2)
    #expect(report.failures.isEmpty)
  }

  @Test(arguments: [
    ("Form\n…", true), ("…", true), ("Form", false), ("F…m\n…\n  ● save()  cl…t()", true),
    ("Form\n…\n  nothing…", false), ("…\n…\n…", true), ("Form\n  ...", true), ("Form ...", false),
  ])
  func wildcardsStandForAnything(expected: String, matches: Bool) async {
    let report = await runner.run(Transcript("```\n❯ Form()\n\(expected)\n```"))
    #expect(report.failures.isEmpty == matches)
  }

  /// [quirk] What a wait was answered with may come before it is typed, where nobody thinks in between.
  @Test func theAnswerOfAWaitMayComeEarly() async {
    let report = await runner.run(
      Transcript(
        "```\n❯ let f = Form()\n…\n❯ watch f.age\n…\n❯ f.age = 5\n❯ wait until f.age == 5\n◉ f.age  5  ⟵ 30\n```"
      ))
    #expect(report.failures.isEmpty, "\(report.failures)")
    let other = await runner.run(
      Transcript(
        "```\n❯ let f = Form()\n…\n❯ watch f.age\n…\n❯ f.age = 5\n❯ f.age\n◉ f.age  5  ⟵ 30\n5\n```"
      )
    )
    #expect(!other.failures.isEmpty)
  }

  @Test func manyWildcardsDoNotTakeForever() async {
    let pattern = String(repeating: "a…", count: 200) + "b"
    let step = Transcript("```\n❯ 1\n\(pattern)\n```").steps[0]
    #expect(!step.matches([String(repeating: "a", count: 5_000)]))
  }

  @Test func failuresShowBothSidesAndUpdatingMendsThem() async {
    let document = "Text\n```\n❯ 1 + 1\n3\n❯ 2\n2\n❯ 5\n```\nMore\n"
    let report = await runner.run(Transcript(document))
    #expect(report.failures.map(\.description) == ["  ❯ 1 + 1\n  - 3\n  + 2", "  ❯ 5\n  + 5"])
    #expect(report.updated == "Text\n```\n❯ 1 + 1\n2\n❯ 2\n2\n❯ 5\n5\n```\nMore\n")
    #expect(await runner.run(Transcript(report.updated)).failures.isEmpty)
  }

  @Test func whatIsMissingIsToldInItsOrder() async {
    let report = await runner.run(Transcript("```\n❯ 1\n9\n8\n7\n```"))
    #expect(report.failures.map(\.description) == ["  ❯ 1\n  - 9\n  - 8\n  - 7\n  + 1"])
  }

  /// A document leaves empty lines behind an answer out, so that it does not grow.
  @Test(arguments: [#"print("")"#, #"["a", ""] | csv"#, #""" | csv"#])
  func anAnswerThatEndsInAnEmptyLineIsUpdatedOnce(statement: String) async {
    let first = await runner.run(Transcript("```text\n❯ \(statement)\n?\n❯ 1\n1\n```\n"))
    let second = await runner.run(Transcript(first.updated))
    #expect(second.failures.isEmpty && second.updated == first.updated, "\(first.updated)")
  }

  @Test func aWildcardHidesNoMistake() async {
    #expect(await runner.run(Transcript("```\n❯ nobody\n…\n```")).failures.count == 1)
    #expect(await runner.run(Transcript("```\n❯ nobody\nerror E101…\n…\n```")).failures.isEmpty)
  }

  @Test func linesEndAsTheyDoOnOtherSystems() async {
    let document = "Text\r\n```\r\n❯ 1 + 1\r\n3\r\n❯ [1,\r\n  2]\r\n[1, 2]\r\n```\r\n"
    let transcript = Transcript(document)
    #expect(transcript.steps.map(\.input) == ["1 + 1", "[1,\n  2]"])
    let report = await runner.run(transcript)
    #expect(report.failures.map(\.step.line) == [3])
    #expect(report.updated == document.replacing("3\r\n", with: "2\r\n"))
    #expect(Transcript("```\n❯ 1\r\n1").updated(with: [["2", "3"]]) == "```\n❯ 1\r\n2\n3")
    #expect(Transcript("```\n❯ 1").updated(with: [["2"]]) == "```\n❯ 1\n2")
  }

  @Test func anAnswerWithAConversationInItStaysAnAnswer() async {
    let document = "```text\n❯ 1\n1\n❯ :export md\n```\nText\n~~~\n❯ 2\n3\n~~~\n"
    let updated = await runner.run(Transcript(document)).updated
    #expect(
      updated == """
        ````text
        ❯ 1
        1
        ❯ :export md
        ```text
        … 1
        1
        ```
        ````
        Text
        ~~~
        ❯ 2
        2
        ~~~

        """)
    let again = await runner.run(Transcript(updated))
    #expect(again.count == 3 && again.failures.isEmpty, "\(again.failures)")
  }

  @Test func bailingStopsAtTheFirstFailure() async {
    let transcript = Transcript("```\n❯ 1\n2\n❯ 2\n3\n```")
    #expect(await runner.run(transcript, isBailing: true).count == 1)
    #expect(await runner.run(transcript).failures.count == 2)
  }
}

@MainActor
@Suite(.ownGraph) struct JSONRendererTests {
  /// What a text says, as lines of JSON.
  private func lines(_ text: String) async -> [String] {
    var catalog = Catalog()
    catalog.add(Form.self) { Form() }
    let stream = Stream()
    let session = Session(catalog: catalog, clock: SessionClock(.manual)) { stream.take($0) }
    stream.session = session
    await session.run(SourceText(text))
    return stream.lines
  }

  @MainActor
  private final class Stream {
    weak var session: Session?
    var renderer = JSONRenderer()
    var lines: [String] = []

    func take(_ record: Record) {
      lines += renderer.lines(record, from: session?.origin, at: .milliseconds(300))
    }

    func take(_ progress: HostSettings.StatementProgress) {
      lines += renderer.lines(progress, at: .milliseconds(300))
    }
  }

  private struct Line: Decodable {
    var id: Int
    var cause: Int?
    var kind: String
    var text: String?
    var status: Int?
  }

  /// The lines of a program that is told of each statement.
  private func paired(_ texts: String...) async throws -> [Line] {
    var catalog = Catalog()
    catalog.add(Form.self) { Form() }
    let stream = Stream()
    let session = Session(catalog: catalog, clock: SessionClock(.manual)) { stream.take($0) }
    session.host.onStatement = { stream.take($0) }
    stream.session = session
    for text in texts { await session.run(SourceText(text)) }
    return try stream.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  @Test func eachStatementHasABeginningAndAnEnd() async throws {
    let lines = try await paired("let n = 1; n\nlet m = 2", "n.nobody; n", "1 +", "f.wait() &")
    let statements = lines.filter { $0.kind == "statement" }
    #expect(
      statements.map(\.text) == ["let n = 1", "n", "let m = 2", "n.nobody", "f.wait() &"])
    let ends = lines.filter { $0.kind == "done" }
    #expect(ends.map(\.cause) == statements.map(\.id))
    #expect(ends.map(\.status) == [0, 0, 0, 3, 3])
    // The answers of each stand between its two lines; what cannot be parsed has no statement.
    for line in lines where line.kind != "statement" && line.cause != nil {
      let end = try #require(ends.first { $0.cause == line.cause })
      let cause = try #require(line.cause)
      #expect(line.id > cause && line.id <= end.id)
    }
    #expect(lines.filter { $0.kind == "error" }.map(\.cause).contains(nil))
  }

  @Test func whatALoadedFileSaysBelongsToTheLoad() async throws {
    try await withFolder { folder in
      try "1\nlet n = 2\nn".write(
        toFile: "\(folder)/a.mvvm", atomically: true, encoding: .utf8)
      let lines = try await paired(":load \(folder)/a.mvvm", "3")
      #expect(
        lines.map(\.kind) == ["statement", "value", "value", "done", "statement", "value", "done"])
      #expect(lines.map(\.cause) == [nil, 1, 1, 1, nil, 5, 5])
    }
  }

  @Test func aCommandInTheBackgroundAnswersItsStatement() async throws {
    let lines = try await paired("let f = Form(); f.save() &", "1", "wait all")
    let call = try #require(lines.first { $0.text == "f.save() &" })
    let end = try #require(lines.first { $0.kind == "finished" })
    #expect(end.cause == call.id)
    #expect(lines.count { $0.text == "f.save() &" } == 1)
  }

  @Test func whatFollowsFromAStatementNamesIt() async {
    #expect(
      await lines("var n = 1; watch n; n = 2").dropFirst(2) == [
        #"{"v":1,"id":3,"t":0.3,"kind":"statement","text":"n = 2"}"#,
        #"{"v":1,"id":4,"cause":3,"t":0.3,"kind":"change","watch":1,"path":"n","old":1,"new":2}"#,
      ])
  }

  @Test func mistakesHaveTheirPlace() async {
    #expect(
      await lines("\"名\" + xyz").last
        == #"{"v":1,"id":2,"cause":1,"t":0.3,"kind":"error","code":"E101","message":"there is no 'xyz'","key":"noName","arguments":["xyz"],"line":1,"column":7,"help":"Create a view-model first: let form = Form()","advice":{"arguments":["let form = Form()"],"key":"createFirst"}}"#
    )
    #expect(await lines("1 +").first?.contains(#""kind":"error","code":"E001""#) == true)
  }

  @Test func secretsAreLeftOut() async {
    let all = await lines("let f = Form(); f.pin; watch f.pin; f.pin = \"99\"; f | json")
    #expect(!all.joined().contains("1234"))
    #expect(!all.joined().contains("99"))
    #expect(all.contains { $0.contains(#""kind":"value","secret":true"#) })
  }

  @Test(arguments: [
    ("\"a\\u{0}\\u{1}\\n\\\"\\\\\"", #""value":"a\u0000\u0001\n\"\\""#),
    ("[nil, 1.5, true]", #""value":[null,1.5,true]"#),
    ("[\"b\": 1, \"a\": []]", #""value":{"a":[],"b":1}"#), ("\"🙂\"", #""value":"🙂""#),
  ])
  func valuesAreJSON(text: String, json: String) async {
    #expect(await lines(text).last?.contains(json) == true)
  }
}
