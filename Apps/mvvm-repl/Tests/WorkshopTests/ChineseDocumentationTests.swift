import REPLKit
import Testing
import ViewModels

@testable import Workshop

/// The help of the workshop's view-models in Chinese.
@MainActor
@Suite struct ChineseDocumentationTests {
  private let schemas =
    Workshop(data: nil).catalog.entries.map(\.schema) + [
      NetworkExplorer.schema, StoreExplorer.schema, Prompts.schema, PageState.schema,
      TextCell.schema, SectionViewModel.schema, AppState.schema,
    ]

  @Test func everyTypeAndMemberThatIsDocumentedIsSoInChinese() {
    let texts = Workshop.chineseDocumentation
    for schema in schemas {
      #expect(texts[schema.typeName] != nil, "\(schema.typeName)")
      for member in schema.members + schema.constants where !member.documentation.isEmpty {
        let name = "\(schema.typeName).\(member.name)"
        #expect(texts[name] ?? texts[member.name] != nil, "\(name)")
      }
    }
  }

  @Test func everyTextIsAboutSomething() {
    let members = Set(schemas.flatMap { ($0.members + $0.constants).map(\.name) })
    for name in Workshop.chineseDocumentation.keys {
      let parts = name.split(separator: ".").map(String.init)
      let schema = schemas.first { $0.typeName == parts[0] }
      #expect(
        parts.count == 2 ? schema?[parts[1]] != nil : schema != nil || members.contains(name),
        "\(name)")
    }
  }

  @Test func theHelpIsInTheLanguageOfTheSession() async {
    let workshop = Workshop(data: nil)
    var lines: [String] = []
    let session = Session(catalog: workshop.catalog) {
      lines.append(TextRenderer(style: .plain).text($0))
    }
    await workshop.furnish(session)
    await session.run(SourceText("let form = LoginForm()"))
    lines = []
    await session.run(SourceText("form.phone?; :lang zh; form.phone?; :types"))
    #expect(lines[0].contains("The mobile number as typed."))
    #expect(lines[2].contains("输入的手机号。"))
    #expect(lines[3].contains("登录：手机号和密码"))
    await session.close()
    await workshop.close()
  }
}
