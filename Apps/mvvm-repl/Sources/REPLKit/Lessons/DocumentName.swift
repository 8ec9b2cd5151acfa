/// The name of a document of lessons or talks: `03-derived.md`, and `03-derived.zh.md` in Chinese.
struct DocumentName {
  /// The name without its extensions.
  let id: String
  /// The language of its text.
  let language: HelpLanguage

  /// Parses the name of a file; `nil` if it is not the name of a document.
  init?(_ file: String) {
    let parts = file.dropLast(3).split(separator: ".", omittingEmptySubsequences: false)
    let language = parts.count == 2 ? HelpLanguage(rawValue: String(parts[1])) : .english
    guard file.hasSuffix(".md"), !parts[0].isEmpty, parts.count < 3, let language else {
      return nil
    }
    (id, self.language) = (String(parts[0]), language)
  }

  /// Returns whether a file name is that of a document: it ends in `.md`, is not hidden, as the files of editors are,
  /// and is not a `README.md` in any language.
  static func isDocument(_ file: String) -> Bool {
    guard file.hasSuffix(".md"), !file.hasPrefix(".") else { return false }
    let name = file.lowercased()
    return !["readme.", "readme-", "readme_"].contains { name.hasPrefix($0) }
  }

  /// Returns the documents among files, sorted by the numbers at the start of their names, then by names: `2-b.md`
  /// before `10-a.md`.
  static func sorted(
    _ files: [(name: String, text: String)]
  ) -> [(name: String, text: String)] {
    func number(_ name: String) -> Int { Int(name.prefix { $0.isNumber }) ?? .max }
    return files.filter { isDocument($0.name) }
      .sorted { (number($0.name), $0.name) < (number($1.name), $1.name) }
  }
}
