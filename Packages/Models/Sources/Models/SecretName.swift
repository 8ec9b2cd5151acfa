/// Tells by its name whether a field, header, query item or variable holds a secret.
///
/// This is the only such list: what a client logs, what a prompt records and what a key of a store says are judged by it.
///
/// A name is secret when it holds `token`, `secret`, `password`, `cookie`, `authorization` or the like in any case and
/// spelling, ends in `key`, or has a word such as `auth`, `jwt`, `otp` or `pwd`. Digits do not count.
///
/// ```swift
/// SecretName.isSecret("access_token")  // true
/// SecretName.isSecret("author")  // false
/// ```
public enum SecretName {
  /// Secret wherever they stand in a name, `accesskeyid` among them.
  private static let parts = [
    "authorization", "cookie", "password", "passwd", "passphrase", "passcode", "secret", "token",
    "apikey", "accesskey", "credential", "session", "signature",
  ]

  /// Secret as whole words only: `auth`, but not `author`.
  private static let words: Set<Substring> = [
    "auth", "oauth", "bearer", "jwt", "pass", "pwd", "pin", "otp", "totp", "sig",
    "hmac", "sid", "csrf", "xsrf", "cvc", "cvv",
  ]

  /// No secrets, though a part of one stands in them; of the words of a name they are left out.
  private static let ordinary: Set<Substring> = [
    "secretary", "secretaries", "secretariat", "secretarial", "obsession", "obsessions",
    "possession", "possessions", "tokenizer", "tokenizers",
  ]

  /// Whether what has this name is a secret.
  public static func isSecret(_ name: some StringProtocol) -> Bool {
    let lowercased = name.lowercased()
    let letters = words(in: name).filter { !ordinary.contains($0) }.joined()
    // Capitals may begin words, as in `xAuth`, or mean nothing, as in `jWT` and `signingKeY`.
    return parts.contains { letters.contains($0) }
      || hasSecretWord(name) || hasSecretWord(lowercased)
  }

  private static func hasSecretWord(_ name: some StringProtocol) -> Bool {
    let words = words(in: name)
    return words.last { $0 != "v" }?.hasSuffix("key") == true
      || words.contains(where: Self.words.contains)
  }

  /// The words of `X-Auth`, `x_auth` and `xAuth`, in lower case.
  private static func words(in name: some StringProtocol) -> [Substring] {
    let characters = Array(name)
    var separated = ""
    for (index, character) in characters.enumerated() {
      // A word begins behind a small letter, and with the last of several capitals: "userName", "OTPCode".
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
