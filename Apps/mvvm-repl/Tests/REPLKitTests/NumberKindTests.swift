import Testing
import ViewModels

@testable import REPLKit

/// Whole numbers where a `Double` is wanted are such at any depth, and numbers of either kind compare by what they are.
@MainActor
@Suite(.ownGraph) struct NumberKindTests {
  let conversation = Conversation()

  @Test(arguments: [
    ("let z: [Double] = [1, 2]; z[0] / 2", "0.5"), ("let o: Double? = 1; o! / 2", "0.5"),
    ("let m: [String: Double] = [\"a\": 1]; m[\"a\"]! / 2", "0.5"),
    ("var z: [Double] = []; z = [3]; z[0] / 2", "1.5"),
    ("[1, 2.5].map { $0 / 2 }", "[0.5, 1.25]"), ("[1, 2] == [1.0, 2.0]", "true"),
    ("[1, 2].contains(1.0)", "true"), ("[\"a\": [1]] == [\"a\": [1.0]]", "true"),
    ("[Double.nan] == [Double.nan]", "false"), ("[1, nil].count", "2"),
    ("let x: Double = 7 / 2; x", "3.5"), ("let x: Double? = (7 + 1) / 3 * 3; x", "8.0"),
    ("let x: Double = --9223372036854775808; x", "9.223372036854776e+18"),
    ("[0.5, -(-9223372036854775808)].count", "2"), ("let x: Double = -7 / 2; x", "-3.5"),
    ("let x: Double = -0; x", "0.0"),
    ("let x: Double = true ? 7 / 2 : 1; x", "3.5"), ("let x: Double = nil ?? 7 / 2; x", "3.5"),
    ("let x: [Double] = [7 / 2, 1]; x", "[3.5, 1.0]"), ("let x: Double = 7 % 2; x", "1.0"),
    ("let x: [String: [Double?]] = [\"a\": [7 / 2, nil]]; x", "[\"a\": [3.5, nil]]"),
    ("var x = 1.5; x = 7 / 2; x", "3.5"), ("var x = 1.5; x += 7 / 2; x", "5.0"),
    ("let n = 2; let x: Double = 7 / n; x", "3.0"), ("let n = 7; let x: Double = n; x", "7.0"),
    ("let n = 7; let x: Double = n / 2 + 7 / 2; x", "6.0"), ("let x: Any = 7 / 2; x", "3"),
    ("1.5 + 7 / 2", "5.0"), ("7 / 2 + 1.5", "5.0"), ("7 / 2 == 3.5", "true"),
    ("let d = 1.5; d + 7 / 2", "5.0"), ("let d = 3.5; d == 7 / 2", "true"),
    ("let d = [1.5]; d[0] + 7 / 2", "5.0"), ("let d = 1.5; [7 / 2, d]", "[3.5, 1.5]"),
    ("[[1], [2.5]]", "[[1.0], [2.5]]"), ("[\"a\": 1, \"b\": 2.5]", "[\"a\": 1.0, \"b\": 2.5]"),
    ("[[\"a\": [1]], [\"a\": [2.5]]][0][\"a\"]!", "[1.0]"),
    ("[[1, \"a\"], [2.5]]", "[[1, \"a\"], [2.5]]"), ("[[], [1], [2.5]]", "[[], [1.0], [2.5]]"),
    ("let d = 2.5; [\"a\": 1, \"b\": d]", "[\"a\": 1.0, \"b\": 2.5]"),
    ("true ? 7 / 2 : 1.5", "3.5"), ("7 / 2 ... 4", "[3, 4]"),
    ("[1, \"a\"]", "[1, \"a\"]"), ("7 / 2", "3"),
    ("[0.5] == [1/2]", "true"), ("[1/2] == [0.5]", "true"), ("let d = [0.5]; d == [1/2]", "true"),
    ("[\"a\": 0.5] == [\"a\": 1/2]", "true"), ("[0.5].contains(1/2)", "true"),
    ("[1/2].contains(0.5)", "true"), ("[0.5] + [1/2]", "[0.5, 0]"),
    ("[1/2] + [1] + [0.5]", "[0, 1, 0.5]"), ("let x: [Double] = [1/2] + [1]; x", "[0.5, 1.0]"),
    ("var d = 1.0; [[1/2], [d]]", "[[0], [1.0]]"), ("[1, [2.5]]", "[1, [2.5]]"),
    ("var d = [2.5]; [1, d]", "[1, [2.5]]"), ("[1, 2].contains(3/2)", "true"),
    ("1 ~= 1", "true"), ("\"a\" ~= \"b\"", "false"), ("1...3 ~= 2", "true"),
    ("[7, 2][0] / 2", "3"),
  ])
  func numbersAreOfTheKindThatSwiftGivesThem(statements: String, answer: String) async {
    let said = await conversation.say(statements)
    #expect(said.lines.last == answer, "\(said.lines)")
  }

  @Test func whatWasTypedIsNotWrittenAgainByABindingOfANumber() async {
    await conversation.say("let f = Form(); var x = 1.5; bind x <-> f.name via text")
    #expect(await conversation.say("f.name").lines == ["\"1.5\""])
    #expect(await conversation.say("f.name = \"2\"; f.name; x").lines == ["\"2\"", "2.0"])
    #expect(await conversation.say("f.name = \"2.50\"; f.name; x").lines == ["\"2.50\"", "2.5"])
    #expect(await conversation.say("x = 3.25; f.name").lines == ["\"3.25\""])
  }
}
