/// A test for secret names: whether a field, header, query item or variable of that name contains a secret.
///
/// This is the only such list: a client's log, a prompt's recording and the keys of a store all use it.
///
/// A name is secret if it contains `token`, `secret`, `password`, `cookie`, `authorization`, `密码` or similar in any
/// case and spelling, ends in `key`, or contains a word such as `auth`, `jwt`, `otp` or `pwd`. Digits are ignored.
///
/// ```swift
/// SecretName.isSecret("access_token")  // true
/// SecretName.isSecret("author")  // false
/// ```
public enum SecretName {
  /// Parts that make a name secret anywhere in it, such as in `accesskeyid`.
  private static let parts = [
    "authorization", "cookie", "password", "passwd", "passphrase", "passcode", "secret", "token",
    "apikey", "accesskey", "credential", "session", "signature",
    "密码", "口令", "令牌", "密钥", "私钥", "验证码", "凭证", "凭据",
  ]

  /// Words that make a name secret only as whole words: `auth`, but not `author`.
  private static let words: Set<Substring> = [
    "auth", "oauth", "bearer", "jwt", "pass", "pwd", "pin", "otp", "totp", "sig",
    "hmac", "sid", "csrf", "xsrf", "cvc", "cvv",
  ]

  /// Ordinary words that contain a secret part; they are removed from a name before the test.
  private static let ordinary: Set<Substring> = [
    "secretary", "secretaries", "secretariat", "secretarial", "obsession", "obsessions",
    "possession", "possessions", "tokenizer", "tokenizers",
  ]

  /// Whether the value under a name is a secret.
  public static func isSecret(_ name: some StringProtocol) -> Bool {
    let lowercased = name.lowercased()
    let words = words(in: name)
    let letters = words.filter { !ordinary.contains($0) }.joined()
    // Capitals may begin words, as in `xAuth`, or have no meaning, as in `jWT` and `signingKeY`.
    return parts.contains { letters.contains($0) } || areSecret(words)
      || lowercased != name && areSecret(self.words(in: lowercased))
  }

  private static func areSecret(_ words: [Substring]) -> Bool {
    words.last { $0 != "v" }?.hasSuffix("key") == true || words.contains(where: Self.words.contains)
  }

  /// Returns the words of names such as `X-Auth`, `x_auth` and `xAuth`, in lower case.
  private static func words(in name: some StringProtocol) -> [Substring] {
    let characters = Array(name)
    var separated = ""
    for (index, character) in characters.enumerated() {
      // A word begins after a lower-case letter, and at the last of several capitals: "userName", "OTPCode".
      let isLast = characters.dropFirst(index + 1).first?.isLowercase == true
      if character.isUppercase, index > 0,
        characters[index - 1].isLowercase || characters[index - 1].isUppercase && isLast
      {
        separated.append(" ")
      }
      separated.append(character.isLetter ? character : " ")
    }
    return separated.lowercased().split(separator: " ")
  }
}
