import DisplayWidth
import Testing
import ViewModels

@testable import REPLKit

/// Long texts are broken between words.
@Suite struct WrappingTests {
  @Test(arguments: [
    ("a short one", 20, "a short one"), ("one two three", 8, "one two\nthree"),
    ("  one two three", 8, "  one\n  two\n  three"), ("abcdefghij", 4, "abcd\nefgh\nij"),
    ("手机号码", 4, "手机\n号码"), ("a\nlong line", 5, "a\nlong\nline"), ("", 5, ""),
    ("  a list of words", 10, "  a list\n  of words"), ("手机号码是", 5, "手机\n号码\n是"),
    // A comma begins no line, and an opening bracket ends none.
    ("手机号码，是", 8, "手机号\n码，是"), ("说「手机」", 4, "说\n「手\n机」"), ("a，", 1, "a\n，"),
    ("ab \u{1B}[1mcd ef\u{1B}[0m gh", 5, "ab \u{1B}[1mcd\u{1B}[0m\n\u{1B}[1mef\u{1B}[0m gh"),
  ])
  func linesEndBetweenWords(text: String, columns: Int, wrapped: String) {
    #expect(text.wrapped(to: columns) == wrapped)
  }

  @Test func coloursTakeNoRoomAndEndWithTheirLine() {
    let text = "\u{1B}[34mone two three\u{1B}[0m"
    #expect(
      text.wrapped(to: 8) == "\u{1B}[34mone two\u{1B}[0m\n\u{1B}[34mthree\u{1B}[0m")
  }

  @Test func everyLineFitsAndNothingIsLost() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let words = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        ["a", "word", "手机", "🙂", "extraordinarily", "x-y", "\u{1B}[1mbold\u{1B}[0m"]
          .randomElement(using: &random) ?? ""
      }
      let text = words.joined(separator: " ")
      let columns = Int.random(in: 4...30, using: &random)
      let lines = text.wrapped(to: columns, indentation: 2).split(separator: "\n")
      for line in lines {
        #expect(String(line).replacing(/\u{1B}\[[0-9;]*m/, with: "").displayWidth <= columns)
      }
      let letters = lines.joined().filter { !$0.isWhitespace }
        .replacing(/\u{1B}\[[0-9;]*m/, with: "")
      #expect(
        letters == text.filter { !$0.isWhitespace }.replacing(/\u{1B}\[[0-9;]*m/, with: ""))
    }
  }

  private static let lesson = Record.text(
    title: nil,
    lines: [
      "Set a value, see", "what `why form.canClear` says, and", "go on.", "",
      "    let form = LoginForm()",
      "    form.phone", "- one", "- two", "", "它的输出就是页面要显示", "的内容。输入",
    ])

  @Test func paragraphsAreBrokenOnce() {
    #expect(
      TextRenderer(style: .plain, columns: 34).text(Self.lesson) == """
        Set a value, see what
        `why form.canClear` says, and go
        on.

            let form = LoginForm()
            form.phone
        - one
        - two

        它的输出就是页面要显示的内容。输入
        """)
  }

  @Test func withoutAWindowLinesStayAsTheyAreWritten() {
    #expect(TextRenderer(style: .plain).text(Self.lesson).hasPrefix("Set a value, see\nwhat"))
  }

  @Test(arguments: [
    ("The next one is :lesson 2", 24, "The next one is\n    :lesson 2"),
    ("It is told by why form.phone.", 22, "It is told by\n    why form.phone."),
    ("Ask for it: unwatch #12 ends it", 20, "Ask for it:\n    unwatch #12 ends\n    it"),
    ("Code such as `let a = 1` stays", 18, "Code such as\n    `let a = 1`\n    stays"),
    ("Write :export md notes.md, or", 24, "Write\n    :export md notes.md,\n    or"),
    ("取消：:cancel all", 15, "取消：\n    :cancel all"),
    (":marbles form.phone form.age", 22, ":marbles form.phone\n    form.age"),
    // What fits on no line is broken as ever.
    ("`let answer = form.phone` is one", 16, "`let answer =\n    form.phone`\n    is one"),
    ("all of :help, and why not", 13, "all of :help,\n    and why\n    not"),
  ])
  func codeIsNotBroken(text: String, columns: Int, wrapped: String) {
    let note = Record.note(Message(verbatim: text))
    #expect(TextRenderer(style: .plain, columns: columns).text(note) == wrapped)
  }

  @Test func codeThatIsPaintedIsNotBrokenEither() {
    let text = TextRenderer(style: .mono, columns: 22).text(
      .text(title: nil, lines: ["Look at this: `let a = 1` and"]))
    #expect(text == "Look at this:\n\u{1B}[1mlet a = 1\u{1B}[0m and")
  }

  @Test func aPageFitsItsWindow() {
    let record = Record.page(
      title: Message(verbatim: "Title"),
      rows: [("a", "a long text that goes on and on"), ("a very long word to type", "its text")])
    for columns in [20, 40, 80] {
      let lines = TextRenderer(style: .plain, columns: columns).text(record).split(separator: "\n")
      #expect(lines.allSatisfy { $0.displayWidth <= columns })
    }
  }

  @Test func codeInAPageIsNotBroken() {
    let page = Record.page(
      title: Message(verbatim: "T"), rows: [("a", "ends it: :cancel 1 or :cancel all")])
    #expect(
      TextRenderer(style: .plain, columns: 30).text(page)
        == "T\n  a  ends it: :cancel 1 or\n     :cancel all")
  }

  @Test(arguments: [TextRenderer.Style.plain, .coloured])
  func aPreviousValueThatDoesNotFitStandsBelow(style: TextRenderer.Style) {
    func lines(_ columns: Int) -> [String] {
      var renderer = TextRenderer(style: style, columns: columns)
      renderer.language = .chinese
      let change = Record.change(
        watch: 1, path: "form.output", value: .plain(.string("手机号：186，密码：••••••••"), .string),
        previous: .plain(.string("手机号：186，密码："), .string))
      return renderer.text(change).replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n")
        .map(String.init)
    }
    let (new, old) = (#"◉ form.output  "手机号：186，密码：••••••••""#, #"⟵ "手机号：186，密码：""#)
    #expect(lines(80) == ["\(new)  \(old)"])
    #expect(lines(60) == [new, "    \(old)"])
  }
}
