import Testing
import ViewModels

@testable import REPLKit

/// The page to take home.
@MainActor
@Suite(.ownGraph) struct HandoutTests {
  private static let lesson = """
    # Names & ages
    <!-- minutes: 4 -->

    What is *typed* goes into `name`,
    and <b>nothing</b> else.

    - one
    - two
      lines

    ## Give one

    Set it.

    ```mvvm demo
    ❯ let a = "<b>"
    ```

    - [ ] named: `form.name == "bo"`

    > Put it in **quotes**.

    ```mvvm solution
    form.name = "bo"
    ```
    """

  private static let talk = """
    # Sums

    For me alone.

    ## One
    <!-- minutes: 2 -->

    Say nothing.

    ```mvvm
    let a = 1 < 2
    a
    ```
    """

  private func handout(_ language: HelpLanguage = .english) throws -> Handout {
    Handout(
      course: try Course([("01-names.md", Self.lesson)]),
      talks: try TalkList([("sums.md", Self.talk)]), language: language
    ) { emit in Session(catalog: Catalog(), emit: emit) }
  }

  @Test func textsOfAuthorsAreNoMarkup() async throws {
    let html = try await handout().html([.lesson("01-names")], title: "A & B")
    #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    #expect(html.contains("<title>Names &amp; ages · A &amp; B</title>"))
    #expect(html.contains("<h1>Lesson 1: Names &amp; ages <small>4 min</small></h1>"))
    #expect(
      html.contains(
        "<p>What is <em>typed</em> goes into <code>name</code>, and &lt;b&gt;nothing&lt;/b&gt; else.</p>"
      ))
    #expect(html.contains("<ul><li>one</li><li>two lines</li></ul>"))
    #expect(html.contains("<pre>❯ let a = &quot;&lt;b&gt;&quot;</pre>"))
    #expect(!html.contains("<script") && !html.contains("http"))
  }

  @Test func theTitleOfSeveralPartsIsThatOfThePage() async throws {
    let handout = try handout()
    let all = await handout.html([.glossary, .cheatSheet], title: "A & B")
    #expect(all.contains("<title>A &amp; B</title>"))
    let one = await handout.html([.glossary], title: "A & B")
    #expect(one.contains("<title>Glossary · A &amp; B</title>"))
  }

  @Test func solutionsStandBehindEverythingElse() async throws {
    let html = try await handout().html([.lesson("01-names"), .glossary], title: "")
    let solution = try #require(html.firstRange(of: "form.name = &quot;bo&quot;"))
    let terms = try #require(html.firstRange(of: "<h1>Glossary</h1>"))
    #expect(terms.lowerBound < solution.lowerBound)
    #expect(html.contains("<li>Put it in <strong>quotes</strong>.</li>"))
  }

  @Test func theTeachersCopyHasEachSolutionBehindItsStep() async throws {
    let text =
      Self.lesson + "\n\n```mvvm solution\nform.name = \"b\" + \"o\"\n```\n\n## Two\n\n"
      + "- [ ] two: `form.age == 2`\n\n```mvvm solution\nform.age = 2\n```\n"
    var handout = Handout(
      course: try Course([("01-names.md", text)]), talks: try TalkList([]), language: .english
    ) { emit in Session(catalog: Catalog(), emit: emit) }
    handout.hasSolutions = true
    let html = await handout.html([.lesson("01-names")], title: "")
    let places = [
      "<h2>Give one</h2>", "<li>Put it in <strong>quotes</strong>.</li>", "One way",
      "form.name = &quot;bo&quot;", "Another way", "form.name = &quot;b&quot; + &quot;o&quot;",
      "<h2>Two</h2>", "form.age = 2",
    ].map { html.firstRange(of: $0)?.lowerBound }
    #expect(!places.contains(nil))
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    #expect(!html.contains("<h1>Hints and solutions</h1>"))
  }

  @Test func aTalkHasTodaysAnswersAndNotesOnlyWhenAsked() async throws {
    var handout = try handout()
    let html = await handout.html([.talk("sums")], title: "")
    #expect(html.contains("<h2>One <small>2 min</small></h2>"))
    #expect(html.contains("<pre><b>❯ let a = 1 &lt; 2</b></pre>"))
    #expect(html.contains("<pre><b>❯ a</b>\ntrue</pre>"))
    #expect(!html.contains("For me") && !html.contains("Say nothing"))
    handout.hasNotes = true
    let notes = await handout.html([.talk("sums")], title: "")
    #expect(notes.contains("<p>For me alone.</p>") && notes.contains("<p>Say nothing.</p>"))
  }

  @Test func theCheatSheetHasEveryVerbFilterAndWord() async throws {
    for language in HelpLanguage.allCases {
      let html = try await handout(language).html([.cheatSheet], title: "")
      for verb in Verb.all where !verb.topics.isEmpty {
        for use in verb.uses {
          #expect(html.contains(MarkdownHTML.escaped(use.example)), "\(verb.name)")
        }
      }
      // In the place of :keys there are the keys themselves.
      for command in ToolCommand.own where command.name != "keys" {
        #expect(html.contains("<th>:\(command.name)</th>"), "\(command.name)")
      }
      for filter in Filter.allCases { #expect(html.contains("<th>| \(filter.rawValue)</th>")) }
    }
  }

  @Test func partsAreFoundByNameNumberAndKind() throws {
    let handout = try handout()
    #expect(handout.parts(of: "1") == [.lesson("01-names")])
    #expect(handout.parts(of: "names") == [.lesson("01-names")])
    #expect(handout.parts(of: "sums") == [.talk("sums")])
    #expect(handout.parts(of: "talks") == [.talk("sums")])
    #expect(handout.parts(of: "nothing") == [])
    #expect(handout.allParts.count == 4)
  }

  @Test func linesOfChineseAreJoinedWithoutSpaces() {
    #expect(MarkdownHTML.text(["没有人设置", "它。", "", "a", "b"]) == "<p>没有人设置它。</p>\n<p>a b</p>")
  }
}
