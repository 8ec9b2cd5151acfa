import Testing

@testable import Models

/// A key is proposed for one that is not there when it is at most two edits away.
@Suite struct SuggestionTests {
  @Test(arguments: [
    ("user_nmae", "userName"), ("titel", "title"), ("tilte", "title"), ("countt", "count"),
    ("phne", "phone"), ("NAME", "name"), ("pgaes", "pages"),
  ])
  func aSlipIsMended(typed: String, meant: String) {
    #expect(Suggestion.nearest(to: typed, among: ["else", meant]) == meant)
  }

  // A block of letters that was moved is no edit of its own.
  @Test(arguments: [("idpost", "postid"), ("atlast", "lastat"), ("onkeys", "keyson")])
  func aMovedBlockIsAnotherWord(typed: String, other: String) {
    #expect(Suggestion.nearest(to: typed, among: [other]) == nil)
  }
}
