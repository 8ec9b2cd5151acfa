public import Bindings
import Testing
public import ViewModels

/// What another module would see.
@ViewModel
public final class PublicForm {
  /// Some text.
  public var text = ""
  /// How often.
  public private(set) var count: Int = 0
  /// The same.
  public var `default`: Int { count }
  /// Says it again.
  @Command public func `repeat`() { text += text }
  /// Makes an empty one.
  public init() {}
}

@MainActor
@Suite(.ownGraph) struct PublicViewModelTests {
  @Test func namesThatAreKeywordsLoseTheirBackticks() throws {
    let form = PublicForm()
    form.text = "a"
    #expect(PublicForm.schema.members.map(\.name) == ["text", "count", "default", "repeat"])
    #expect(form.$default.node.label == "default")
    #expect(PublicForm.schema["default"]?.read(in: form) as? Int == 0)
    try PublicForm.schema["repeat"]?.command(in: form)?.execute()
    #expect(form.text == "aa")
  }
}
