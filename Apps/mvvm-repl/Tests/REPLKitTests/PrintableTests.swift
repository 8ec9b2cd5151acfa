import Bindings
import DisplayWidth
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// No byte of data reaches a terminal as an order.
@MainActor
@Suite struct PrintableTests {
  /// ESC, C0, DEL, C1, line separators and what turns the direction of a text.
  nonisolated static let evil =
    "x\u{1B}[2J\u{1B}]0;EVIL\u{7}\u{0}\u{8}\u{7F}\u{85}\u{9B}31m\u{2028}\u{202E}\u{2066}\u{200F}\u{FFFE}\r"

  /// Without the renderer's own colours.
  private func orders(in text: String) -> [Unicode.Scalar] {
    text.replacing(/\u{1B}\[[0-9;]*m/, with: "").unicodeScalars
      .filter { $0.isObeyed && $0 != "\n" && $0 != "\t" }
  }

  @Test(arguments: [
    "f", "f.name", "[f.name]", "[[\"a\": f.name], [f.name: \"b\"]]", "f.name | table",
    "f.name | csv",
    "f.name | json", "f.name | tree", "print(f.name)", "watch f.name", "watch f.name as table",
    "watch f.name as marbles", "watch f.name as spark", "f.name = \"b\"\nwhy f.name",
    "f.name = \"b\"\n:marbles f.name", ":graph f.name", "f.name = \"b\"\n:timeline", ":inspect f",
    ":inspect f.name", "f?", "f.name?", ":log 50", "let n = f.name\n:vars", "f.name\n:results",
    "whatif f.name = \"b\"", "expect f.name == \"b\"", "let n: Int = f.name", "f.age = f.name",
    "l", "watch l", "l.cells", "f.save()", "f.save() &\nwait all", "f.name + 1", "nobody\u{1B}[2J",
    "\"\u{1B}[2J", "f.\u{202E}x", ":load \u{1B}[2J", ":help \u{1B}[2J", ":\u{9B}x",
    "f.name = \"b\"\nundo",
    ":snapshot \u{1B}[2J", ":restore \u{1B}[2J", "f.name | sorted \u{202E}", "Frm\u{202E}()",
    "[f.name: 1]", "f.name = \"b\"\n:export md", ":lang zh\nnobody\u{1B}[2J",
    "print(\"a\\(f.name)\")",
    "l[f.name]", "let \u{202E}a = 1\n:vars",
    "watch f.name, f.age as table\nf.name = f.name + \"\u{9B}\"",
  ])
  func noAnswerHoldsAnOrder(text: String) async throws {
    var said = ""
    var json = JSONRenderer()
    var catalog = Catalog()
    catalog.add(Form.self) { Form() }
    catalog.add(ListViewModel.self)
    let session = Session(catalog: catalog) { record in
      for style in ThemeTests.styles {
        said += TextRenderer(style: style).text(record) + "\n"
      }
      said += json.lines(record, from: nil, at: .zero).joined(separator: "\n")
    }
    await session.run(SourceText("let f = Form(); let l = ListViewModel()"))
    guard case .viewModel(let form as Form)? = session.scope["f"],
      case .viewModel(let list as ListViewModel)? = session.scope["l"]
    else {
      Issue.record("nothing was made")
      return
    }
    form.name.value = Self.evil
    try list.addSection(Self.evil, footer: Self.evil)
    await session.run(SourceText("l.add(f.name)"))
    for line in text.split(separator: "\n") { await session.run(SourceText(String(line))) }
    #expect(orders(in: said).isEmpty, "\(orders(in: said))")
    #expect(!said.isEmpty)
    await session.close()
  }

  @Test func whatIsSpeltOutReadsAsSwiftWritesIt() {
    #expect("a\u{1B}[2J\r\n\u{202E}\t".printable == "a\\u{1B}[2J\\r\n\\u{202E}\t")
    #expect("a\u{85}\n\t中👩‍👩‍👧".printableLine == "a\\u{85}\\n\\t中👩‍👩‍👧")
  }

  @Test func aFileGetsTheTextItself() async throws {
    try await withFolder { folder in
      let conversation = Conversation()
      await conversation.say("[\"a\\u{1B}b\"] | csv > \"\(folder)/x.csv\"")
      let text = try String(contentsOfFile: "\(folder)/x.csv", encoding: .utf8)
      #expect(text == "value\na\u{1B}b\n")
    }
  }
}
