import Models
import Testing

@Suite struct SecretNameTests {
  @Test(arguments: [
    "password", "Authorization", "access_token", "refresh-token", "token2", "apiKey", "X-Auth",
    "pwd",
    "userPIN", "Set-Cookie", "client_secret", "key", "OTPCode", "jobSession", "secretArea",
    "secretaryPassword", "secretAry", "SECRET_ARY", "tokenIzer",
    "密码", "登录口令", "令牌2", "短信验证码", "API密钥",
  ])
  func namesOfSecretsAreKnown(name: String) { #expect(SecretName.isSecret(name)) }

  @Test(arguments: [
    "", "author", "keyboard", "pinned", "title", "page2", "monkeys", "spin",
    "secretary", "theSecretary", "secretary_name", "SECRETARY", "possessions", "tokenizer",
    "号码", "代码", "验证",
  ])
  func otherNamesAreNone(name: String) { #expect(!SecretName.isSecret(name)) }
}
