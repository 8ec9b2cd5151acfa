import Testing

@testable import REPLKit

/// Secrets in a text that is not a statement.
@Suite struct SecretTextTests {
  @Test(arguments: [
    ("f.password＝\"hunter22\"", "\"hunter22\""), ("f.password ： hunter22", "hunter22"),
    ("密码，password：“hunter22”", "“hunter22”"), ("f.password=\"hunter22\"", "\"hunter22\""),
  ])
  func aFullWidthSignIsFollowedByTheSecret(text: String, secret: String) {
    let found = SecretText(bytes: Array(text.utf8)) { $0 == "password" }
      .values(in: 0..<text.utf8.count)
    #expect(found.map { String(SourceText(text).slice($0)) } == [secret])
  }
}
