public import ViewModels

/// The documentation of types and members in the language of the help.
struct Documentation {
  let language: HelpLanguage
  /// The Chinese texts, by the name of a type, `Type.member`, or a member that several types inherit.
  let chinese: [String: String]

  func text(of schema: ViewModelSchema) -> String {
    text([schema.typeName]) ?? schema.documentation.withoutMarkup
  }

  func text(of member: Member, in schema: ViewModelSchema) -> String {
    text(["\(schema.typeName).\(member.name)", member.name])
      ?? member.documentation.withoutMarkup
  }

  private func text(_ names: [String]) -> String? {
    switch language {
    case .english: nil
    case .chinese: names.lazy.compactMap { chinese[$0] }.first
    }
  }
}

extension String {
  /// The text of a documentation comment without the marks of DocC's links.
  ///
  /// It is called for each member before each prompt, and most texts have no marks. The checks avoid the regular
  /// expression, which is compiled on each use.
  fileprivate var withoutMarkup: String {
    var text = self
    if text.utf8.contains(UInt8(ascii: "`")) { text = text.replacing("``", with: "") }
    if text.utf8.contains(UInt8(ascii: "<")) {
      text = text.replacing(/<doc:(\w+)>/) { "\($0.1)" }
    }
    return text
  }
}

extension Session {
  /// Returns the documentation of a type in the language of the help.
  public func summary(of schema: ViewModelSchema) -> String { documentation.text(of: schema) }

  var documentation: Documentation {
    Documentation(language: language, chinese: host.chineseDocumentation)
  }
}
