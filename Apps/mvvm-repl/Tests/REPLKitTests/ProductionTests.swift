import Testing

@testable import REPLKit

/// A sample of every production of the language's specification, by the name of the production.
@MainActor
@Suite(.ownGraph) struct ProductionTests {
  nonisolated static let samples: [(production: String, text: String)] = [
    ("input", ";; 1; 2;\n\n3\n"), ("input", ""), ("sep", "1\n;2"),
    ("meta", ":help watch"), ("meta", ":quit"),
    ("decl let", "let a = 1"), ("decl var", "var a = 1"), ("decl type", "let a: [Int] = [1]"),
    ("decl derived", "let a = { n + 1 }"), ("decl derived", "let a = { return n }"),
    ("assign", "n = 1"), ("assign", "n += 1"), ("assign", "n -= 1"), ("assign", "n *= 2"),
    ("assign", "n /= 2"), ("assign member", "f.name = \"x\""),
    ("pipeline", "[1, 2] | prefix 1 | json"), ("pipeline path", "[[\"a\": 1]] | sorted a"),
    ("pipeline job", "f.save() &"), ("watch", "watch"), ("watch", "watch f.age, f.name"),
    ("watch as", "watch f.age as spark"), ("watch when", "watch f.age when f.isAdult"),
    ("watch every", "watch f.age every 1s"),
    ("watch all clauses", "watch f.age as table when f.isAdult every 2m"),
    ("unwatch", "watch f.age; unwatch f.age"), ("unwatch number", "watch f.age; unwatch #1"),
    ("unwatch all", "unwatch all"), ("bind both", "bind f.name <-> g.name"),
    ("bind one way", "bind f.name -> g.name"), ("bind via", "bind f.name -> g.name via trimmed"),
    ("unbind number", "bind f.name -> g.name; unbind #1"),
    ("unbind path", "bind f.name -> g.name; unbind f.name"), ("why", "why f.age"),
    ("why at", "why f.age at #1"), ("undo", "n = 2; undo"), ("undo count", "n = 2; undo 1"),
    ("redo", "n = 2; undo; redo"), ("expect", "expect n == n"),
    ("expect within", "expect n == n within 1s"), ("expect emits", "expect n emits [1] within 1s"),
    ("expect marbles", "expect n marbles \"1\""), ("advance", "advance 1ms"), ("wait", "wait 1ms"),
    ("wait until", "wait until n == n"), ("wait until within", "wait until n == n within 1s"),
    ("wait job", "wait all within 1s"), ("whatif assign", "whatif f.age = 3"),
    ("whatif pipeline", "whatif f.clear()"),
    ("expr ternary", "n == 1 ? 2 : 3"), ("nilco", "nil ?? nil ?? 1"), ("or", "true || false"),
    ("and", "true && false"), ("cmp", "1 == 1"), ("cmp", "1 != 1"), ("cmp", "1 <= 1"),
    ("cmp", "1 >= 1"), ("cmp", "1 < 1"), ("cmp", "1 > 1"), ("cmp contains", "[1] ~= 1"),
    ("range closed", "1...3"), ("range open", "1..<3"), ("sum", "1 + 2 - 3"),
    ("prod", "4 * 3 / 2 % 5"), ("unary not", "!true"), ("unary minus", "-n"),
    ("unary await", "await f.save()"), ("unary try", "try f.save()"),
    ("unary try?", "try? f.fail()"), ("unary try!", "try! f.save()"),
    ("postfix member", "f.name.count"), ("postfix number", "(1, 2).1"),
    ("postfix optional", "[\"a\": nil].a?.b"), ("postfix optional number", "(1, 2)?.0"),
    ("postfix unwrap", "[\"a\": 1].a!"), ("postfix subscript", "[1, 2][0]"),
    ("postfix call", "\"a\".uppercased()"), ("args", "[1].contains(1,)"),
    ("arg label", "print(1, separator: \"\")"), ("primary name", "n"), ("primary last", "n; _"),
    ("primary result", "n; $1"), ("primary parenthesis", "(1 + 2) * 3"),
    ("primary tuple", "(1, \"a\")"), ("primary case", "[.red]"), ("array", "[]"),
    ("array", "[1, 2,]"), ("dict", "[:]"), ("dict", "[\"a\": 1, \"b\": [2]]"),
    ("string", "\"a\\n\\t\\u{4E2D}\\\"\""), ("string interpolation", "\"a\\(n + 1)b\""),
    ("string interpolation", "\"\\(\"\\(n)\")\""), ("mstring", "\"\"\"\n  a\n   \\(n)\n  \"\"\""),
    ("number", "1.5"), ("number", "1e3"), ("int", "1_000"), ("true", "true"), ("false", "false"),
    ("nil", "nil"), ("duration", "250ms"), ("duration", "1.5s"), ("duration", "2m"),
    ("type name", "let a: Int = 1"), ("type qualified", "let a: Swift.Int = 1"),
    ("type optional", "let a: Int? = nil"), ("type array", "let a: [[Int]] = [[1]]"),
    ("type dictionary", "let a: [String: Int] = [\"a\": 1]"), ("name", "let 名字 = 1"),
    ("comment line", "1 // one"), ("comment block", "/* one */ 1"),
  ]

  @Test(arguments: samples)
  func everyProductionIsParsedAndRuns(production: String, text: String) async throws {
    _ = try Parser.parse(text)
    let conversation = Conversation()
    conversation.session.clock.set(.manual)
    await conversation.say("let f = Form(); let g = Form(); var n = 1; n = 2; n = 1")
    await conversation.say(text)
    // What the sample expects or asks for may not be so; it is in the language all the same.
    let wrong = conversation.diagnostics.filter {
      ![.expectation, .timeout, .unknownNumber].contains($0.code)
    }
    #expect(wrong.isEmpty, "\(production): \(wrong.map(\.message))")
  }

  @Test(arguments: [
    ("(1, (2, \"x\")).1.1", "\"x\""), ("[[\"a\": 1, \"b\": 2]].0.b", "2"), ("try? [1][7]", "nil"),
    ("try? [1][0]", "1"), ("0...2 | count", "3"), ("print(\"a\", 1, [2])", "a 1 [2]"),
    ("[1, 2] | json | page", "[\n  1,\n  2\n]"), ("1.0.description", ""),
  ])
  func comesTo(text: String, shown: String) async {
    let conversation = Conversation()
    let said = await conversation.say(text)
    guard !shown.isEmpty else {
      #expect(conversation.diagnostics.first?.code == .unknownMember)
      return
    }
    #expect(said.lines.joined(separator: "\n") == shown)
  }
}
