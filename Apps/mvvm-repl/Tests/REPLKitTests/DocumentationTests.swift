import Bindings
import REPLKit
import Testing
import ViewModels

@ViewModel
private final class Counter {
  var count = 0
  @Command func increment() { count += 1 }
}

/// The samples of the articles, as they are written there.
@MainActor
@Suite struct DocumentationTests {
  @Test func aSessionRunsAText() async {
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }
    var catalog = Catalog()
    catalog.add(Counter.self) { Counter() }

    let renderer = TextRenderer(style: .plain)
    let session = Session(catalog: catalog) { print(renderer.text($0)) }
    let status = await session.run(SourceText("let c = Counter(); c.increment(); c.count"))
    await session.close()
    #expect(status == .ok && printed.last?.contains("1") == true)
  }

  @Test func aHostOffersLessonsAndTalks() throws {
    let session = Session(catalog: Catalog()) { _ in }
    try offerLesson(to: session)
    try offerTalk(to: session)
  }

  private func offerLesson(to session: Session) throws {
    let text = """
      # Derived state

      ## Make it true

      - [ ] it is true: `true`

      > It is.

      ```mvvm solution
      true
      ```
      """
    let course = try Course([(name: "01-derived.md", text: text)])
    session.offer(course)
    #expect(course.lessons.count == 1)
  }

  private func offerTalk(to session: Session) throws {
    let text = """
      # A phone number

      ## A value

      ```mvvm
      1 + 1
      ```
      """
    let talks = try TalkList([(name: "phone.md", text: text)])
    session.offer(talks)
    #expect(talks.talks.count == 1)
  }
}
