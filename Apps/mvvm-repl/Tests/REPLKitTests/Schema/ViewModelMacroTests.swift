import Bindings
import Testing
import ViewModels

@testable import REPLKit

extension String {
  fileprivate var isMobileNumber: Bool { count == 11 && allSatisfy(\.isNumber) }
}

/// Signs in by phone.
@ViewModel
private final class LoginForm {
  /// The mobile number, eleven digits.
  var phone = "186"
  @Secure var password = ""
  var isPhoneValid: Bool { phone.isMobileNumber }
  var isPasswordValid: Bool { password.count >= 8 }
  var output: String { "手机号：\(phone)，密码：\(password)" }

  /// Starts again.
  @Command(enabled: \.canClear) func clear() {
    phone = "186"
    password = ""
  }
  var canClear: Bool { isPhoneValid && isPasswordValid }
}

private struct User: Codable, Equatable, Sendable { var name: String }

private protocol Directory: Sendable {}
private struct SmallDirectory: Directory {}

@ViewModel
private final class Account {
  private(set) var user: User?
  var tags: [String]
  let directory: any Directory
  @Ignored var note = "not a node"
  let search = LoginForm()
  var pages: [LoginForm] = []
  var detail: LoginForm?
  static let limit = 3
  private var secret = 1

  init(tags: [String] = ["a"], directory: any Directory = SmallDirectory()) {
    self.directory = directory
    self.tags = tags
  }

  @Command func signIn(name: String, times: Int = 2) async throws -> User {
    await Task.yield()
    let user = User(name: String(repeating: name, count: times))
    self.user = user
    return user
  }
  @Command func tag(_ text: String) { tags.append(text) }
  @Command func fail() throws { throw ViewModelError(.arguments, "no") }
}

/// Takes what cannot be typed.
@ViewModel
private final class Runner {
  var runs = 0
  private let end: () -> Void
  init(onEnd end: @escaping () -> Void = {}) { self.end = end }
  @Command func run(_ body: @escaping @MainActor () -> Void, times: Int = 1) {
    for _ in 0..<times { body() }
    runs += times
    end()
  }
  @Command func wait(until condition: @escaping @MainActor () -> Bool) async {
    while !condition() { await Task.yield() }
    runs += 1
  }
}

@ViewModel
private final class Picker<Item: Codable & Equatable & Sendable> {
  var items: [Item]
  var selected: Item?
  var isEmpty: Bool { items.isEmpty }
  init(items: [Item]) { self.items = items }
}

@MainActor
@Suite(.ownGraph) struct ViewModelMacroTests {
  @Test func storedVarsAreReadAndWrittenThroughTheirNodes() {
    let form = LoginForm()
    form.phone = "187"
    #expect(form.$phone.value == "187")
    form.$phone.value = "188"
    #expect(form.phone == "188")
    #expect(form.$phone.node.label == "phone")
  }

  @Test func aDerivedNodeIsMadeOnceAndFollows() {
    let form = LoginForm()
    #expect(form.$isPhoneValid === form.$isPhoneValid)
    #expect(!form.$isPhoneValid.value)
    form.phone = "18612345678"
    #expect(form.$isPhoneValid.value)
    #expect(form.$isPhoneValid.node.label == "isPhoneValid")
  }

  @Test func derivedNodesDependOnTheDerivedNodesTheyMention() {
    let form = LoginForm()
    form.phone = "18612345678"
    #expect(form.$canClear.value == false)
    #expect(form.$canClear.node.dependencies.map(\.label) == ["isPhoneValid", "isPasswordValid"])
  }

  @Test func aDisabledCommandNamesTheFalseConditions() {
    let form = LoginForm()
    form.phone = "18612345678"
    guard case .rejected(let rejection)? = form.clearCommand.execute().outcome else {
      Issue.record("a disabled command ran")
      return
    }
    #expect(rejection.reasons == ["isPasswordValid is false"])
    form.password = "12345678"
    #expect(form.clearCommand.isEnabled)
    form.clearCommand.execute()
    #expect(form.phone == "186" && form.password.isEmpty)
  }

  @Test func aClosureIsAnInputThatOnlyCodeGives() async throws {
    var (calls, ends) = (0, 0)
    let runner = Runner { ends += 1 }
    runner.runCommand.execute((body: { calls += 1 }, times: 2))
    _ = await runner.waitCommand.execute { true }.result
    #expect(runner.runs == 3 && calls == 2 && ends == 1)
    let run = try #require(Runner.schema["run"]?.command(in: runner))
    #expect(throws: ViewModelError.self) { try run.execute([LabeledArgument(value: "{ }")]) }
    #expect(Runner.schema.creation?.parameters.map(\.label) == ["onEnd"])
  }

  @Test func nodesKnowWhereTheyAreDeclared() {
    let form = LoginForm()
    #expect(form.$phone.node.source == "REPLKitTests/ViewModelMacroTests.swift:15")
  }

  @Test func theSchemaListsWhatTheClassDeclares() throws {
    let schema = LoginForm.schema
    #expect(schema.typeName == "LoginForm")
    #expect(schema.documentation == "Signs in by phone.")
    #expect(
      schema.members.map { "\($0.kind) \($0.name): \($0.type)" } == [
        "property phone: String", "property password: String", "derived isPhoneValid: Bool",
        "derived isPasswordValid: Bool", "derived output: String", "command clear: Void",
        "derived canClear: Bool",
      ])
    #expect(schema["phone"]?.documentation == "The mobile number, eleven digits.")
    #expect(schema["clear"]?.documentation == "Starts again.")
    #expect(schema.members.filter(\.isSecure).map(\.name) == ["password"])
    #expect(schema["canClear"]?.mentions == ["isPasswordValid", "isPhoneValid"])
    #expect(schema["clear"]?.mentions == ["canClear"])
  }

  @Test func theFormIsDrivenByName() async throws {
    var catalog = Catalog()
    catalog.add(LoginForm.self)
    let form = try await #require(catalog["LoginForm"]).make()
    let schema = type(of: form).schema
    try schema["phone"]?.set("18612345678", in: form)
    try schema["password"]?.set("secret-1", in: form)
    #expect(try schema["output"]?.value(in: form) == "手机号：18612345678，密码：secret-1")
    var seen: [DynamicValue] = []
    let token = observe { seen.append((try? schema["canClear"]?.value(in: form)) ?? .null) }
    let clear = try #require(schema["clear"]?.command(in: form))
    guard case .success(.null)? = try clear.execute([]).outcome else {
      Issue.record("clear did not run")
      return
    }
    #expect(seen == [true, false])
    token.cancel()
  }

  @Test func asyncCommandsTakeLabelledInputsAndDefaults() async throws {
    let account = Account()
    let outcome = await account.signInCommand.execute((name: "a", times: 3)).result
    #expect(outcome.output == User(name: "aaa"))
    let signIn = try #require(Account.schema["signIn"]?.command(in: account))
    let run = try signIn.execute([LabeledArgument(label: "name", value: "b")])
    #expect(run.outcome == nil)
    #expect(await run.result.output == ["name": "bb"])
    #expect(account.user == User(name: "bb"))
    let error = #expect(throws: ViewModelError.self) { _ = try signIn.execute([]) }
    #expect(error?.message == "signIn is called as signIn(name: String, times: Int = 2).")
  }

  @Test func commandsWithOneUnlabelledInputAndThrowingOnesWork() throws {
    let account = Account()
    account.tagCommand.execute("b")
    #expect(account.tags == ["a", "b"])
    _ = try Account.schema["tag"]?.command(in: account)?.execute([LabeledArgument(value: "c")])
    #expect(account.tags == ["a", "b", "c"])
    guard case .failure? = account.failCommand.execute().outcome else {
      Issue.record("the error is lost")
      return
    }
  }

  @Test func membersThatOnlyTheClassSetsAreReadOnly() throws {
    let member = try #require(Account.schema["user"])
    #expect(member.kind == .derived)
    #expect(throws: ViewModelError.self) { try member.set(.null, in: Account()) }
    let node: any ObservableValue<User?> = Account().$user
    #expect(node.value == nil)
  }

  @Test func viewModelsInsideAreChildrenAndLists() throws {
    let account = Account()
    #expect(
      Account.schema.members.map { "\($0.kind) \($0.name)" } == [
        "derived user", "property tags", "child search", "list pages", "child detail",
        "command signIn", "command tag", "command fail",
      ])
    #expect(Account.schema["search"]?.children(in: account).first === account.search)
    #expect(Account.schema["detail"]?.children(in: account).isEmpty == true)
    account.pages = [LoginForm(), LoginForm()]
    #expect(Account.schema["pages"]?.children(in: account).count == 2)
    #expect(try Account.schema["pages"]?.value(in: account) == ["LoginForm", "LoginForm"])
  }

  @Test func initialisersAreCalledByNameWithDefaults() async throws {
    var catalog = Catalog()
    catalog.add(Account.self)
    let entry = try #require(catalog["Account"])
    #expect(entry.parameters.map(\.label) == ["tags", "directory"])
    let plain = try await entry.make() as? Account
    #expect(plain?.tags == ["a"])
    let tagged = try await entry.make([LabeledArgument(label: "tags", value: ["x"])]) as? Account
    #expect(tagged?.tags == ["x"])
    await #expect(throws: ViewModelError.self) {
      _ = try await entry.make([LabeledArgument(label: "directory", value: "x")])
    }
  }

  @Test func genericClassesHaveASchemaOfTheirOwnForEachArgument() throws {
    let numbers = Picker(items: [1, 2])
    #expect(Picker<Int>.schema.typeName == "Picker<Int>")
    #expect(Picker<String>.schema["selected"]?.type == .optional(.string))
    try Picker<Int>.schema["items"]?.set([], in: numbers)
    #expect(numbers.$isEmpty.value)
  }

  @Test func aNodeHeldLongerThanItsViewModelKeepsTheLastValue() {
    var form: LoginForm? = LoginForm()
    let node = form?.$output
    _ = node?.value
    form = nil
    #expect(node?.value == "手机号：186，密码：")
  }

  @Test func aViewModelWithUsedNodesAndCommandsIsReleased() {
    weak var released: LoginForm?
    do {
      let form = LoginForm()
      _ = form.$canClear.value
      form.clearCommand.execute()
      released = form
    }
    #expect(released == nil)
  }

  @Test func aCommandThatOutlivesItsViewModelDoesNothing() {
    let command: Command<Void, Void>
    do { command = LoginForm().failingCommand }
    if case .success? = command.execute().outcome { Issue.record("the command ran") }
  }
}

@MainActor
extension LoginForm {
  fileprivate var failingCommand: Command<Void, Void> {
    phone = "18612345678"
    password = "12345678"
    return clearCommand
  }
}
