import Models
import Testing

@Suite struct SecretNameTests {
  @Test(arguments: [
    "password", "Authorization", "access_token", "refresh-token", "token2", "apiKey", "X-Auth",
    "pwd",
    "userPIN", "Set-Cookie", "client_secret", "key", "OTPCode",
  ])
  func namesOfSecretsAreKnown(name: String) { #expect(SecretName.isSecret(name)) }

  @Test(arguments: ["", "author", "keyboard", "pinned", "title", "page2", "monkeys", "spin"])
  func otherNamesAreNone(name: String) { #expect(!SecretName.isSecret(name)) }
}
