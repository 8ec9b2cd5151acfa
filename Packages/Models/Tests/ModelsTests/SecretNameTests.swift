import Models
import Testing

@Suite struct SecretNameTests {
  @Test(arguments: [
    "password", "Authorization", "access_token", "refresh-token", "token2", "apiKey", "X-Auth",
    "pwd",
    "userPIN", "Set-Cookie", "client_secret", "key", "OTPCode", "jobSession", "secretArea",
    "secretaryPassword", "secretAry", "SECRET_ARY", "tokenIzer",
  ])
  func namesOfSecretsAreKnown(name: String) { #expect(SecretName.isSecret(name)) }

  @Test(arguments: [
    "", "author", "keyboard", "pinned", "title", "page2", "monkeys", "spin",
    "secretary", "theSecretary", "secretary_name", "SECRETARY", "possessions", "tokenizer",
  ])
  func otherNamesAreNone(name: String) { #expect(!SecretName.isSecret(name)) }
}
