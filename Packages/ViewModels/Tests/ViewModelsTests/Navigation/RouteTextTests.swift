import Testing
import ViewModels

/// Whatever stands in a route comes back from its text.
@Suite struct RouteTextTests {
  private static let pieces = [
    "a", "Z", "0", "/", "?", "#", "%", "%2F", "&", "=", "+", " ", ";", ":", "@", "..", ".", "é",
    "路", "👍🏽", "\"",
    "\\", "{", "}", "[", "]", "\n", "\u{0}", "~", "'", "*", ",",
  ]

  @Test func anyRouteComesBackFromItsText() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var numbers = SeededNumbers(state: seed)
    func text(_ length: ClosedRange<Int>) -> String {
      (0..<Int.random(in: length, using: &numbers)).map { _ in
        Self.pieces.randomElement(using: &numbers) ?? ""
      }.joined()
    }
    for _ in 0..<3000 {
      let segments = (0..<Int.random(in: 0...3, using: &numbers)).map { _ in text(1...3) }
      let parameters = (0..<Int.random(in: 0...2, using: &numbers)).map { _ in
        (text(1...3), text(0...3))
      }
      let route = Route(segments, parameters: Dictionary(parameters) { $1 })
      guard Route(route.description) == route else {
        Issue.record("seed \(seed): \(route.segments) \(route.parameters) is \(route.description)")
        return
      }
    }
  }

  @Test(
    arguments: [
      ("/é/a%20b", ["é", "a b"]), ("/a b/%2F", ["a b", "/"]), ("/[1]/%5B1%5D", ["[1]", "[1]"]),
      ("/路/100%", ["路", "100%"]), ("/路/%zz", ["路", "%zz"]), ("/%C3%A9/\"%22", ["é", "\"\""]),
    ])
  func aPercentSignMeansTheSameBesideAnyCharacter(text: String, segments: [String]) {
    #expect(Route(text) == Route(segments))
    #expect(Route(text + "?é=%20 %") == Route(segments, parameters: ["é": "  %"]))
  }

  @Test(
    arguments: [
      ("/a?x=%FF", ["x": "%FF"]), ("/a?%FF=1", ["%FF": "1"]), ("/a?x=1&", ["x": "1"]),
      ("/a?&&x", ["x": ""]), ("/a?", [:]), ("/a?=", [:]), ("/a?=1&é=%C3%A9", ["é": "é"]),
    ])
  func noParameterIsLostAndNoneIsWithoutAName(text: String, parameters: [String: String]) {
    #expect(Route(text) == Route(["a"], parameters: parameters))
    #expect(Route(Route(["a"], parameters: parameters).description)?.parameters == parameters)
  }

  @Test func aParameterWithoutANameIsNoneEither() {
    #expect(Route(["a"], parameters: ["": "x"]) == "/a")
  }
}
