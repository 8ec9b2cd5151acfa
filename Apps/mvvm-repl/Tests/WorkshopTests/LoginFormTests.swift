import Bindings
import Testing
import ViewModels
@testable import Workshop

/// Services of a test: remembers what was saved, lets everyone in or no one.
private actor Desk: LoginMemory, LoginService {
  private(set) var saved: [RememberedLogin] = []
  private let refusal: (any Error)?

  init(refusal: (any Error)? = nil) { self.refusal = refusal }

  func save(_ login: RememberedLogin) { saved.append(login) }

  func signIn(_ credentials: Credentials) throws -> RememberedLogin {
    if let refusal { throw refusal }
    return RememberedLogin(phone: credentials.phone, nickname: "Ann")
  }
}

private struct Closed: Error {}

@MainActor
@Suite struct LoginFormTests {
  private let desk = Desk()

  private func form(remembered: RememberedLogin? = nil, desk: Desk? = nil) -> LoginForm {
    LoginForm(remembered: remembered, logins: desk ?? self.desk, service: desk ?? self.desk)
  }

  /// An example names what there is.
  @Test func anExampleHasTheNameOfTheForm() async {
    let told = await said("let f = LoginForm()", "bind f.phone 5", "wait until f.phone", ":jobs")
    #expect(told.contains { $0.contains("bind f.phone <-> other.phone") }, "\(told)")
    #expect(!told.contains { $0.contains("form.") }, "\(told)")
    #expect(await said("wait until device.phase").contains { $0.contains("form.phone ==") })
    let named = await said("let form = LoginForm()", "let f = LoginForm()", "wait until f.phone")
    #expect(named.contains { $0.contains("form.phone ==") }, "\(named)")
  }

  /// Row T1: a text field joined to the phone both ways; the rules of phone and password.
  @Test func testVerifyPhone() {
    let form = form()
    let textField = Property("")
    let channel = form.$phone.bind(with: textField)

    textField.value = "18612345678"
    #expect(form.isPhoneValid)

    form.phone = "13810001000"
    #expect(textField.value == "13810001000")

    form.password = "1234"
    #expect(!form.isPasswordValid)
    channel.cancel()
  }

  /// Row T2: the command puts both inputs back.
  @Test func testClearCommand() {
    let form = form()
    form.phone = "18612345678"
    form.password = "passw0rd"
    #expect(form.phone == "18612345678")
    #expect(form.password == "passw0rd")

    form.clearCommand.execute()
    #expect(form.phone == "186")
    #expect(form.password == "")
  }

  /// The vectors of demo 2 (B2).
  @Test(
    arguments: [
      ("18612345678", true), ("13810001000", true), ("15012345678", true), ("18012345678", true),
      ("18512345678", true), ("186", false), ("18312345678", false), ("18412345678", false),
      ("15412345678", false), ("17712345678", false), ("14712345678", false),
      ("1861234567", false), ("186123456789", false), ("08612345678", false),
      ("18612345678 ", false), ("", false), ("１８６１２３４５６７８", false),
    ])
  func phoneRuleOfTheLesson(phone: String, isValid: Bool) {
    let form = form()
    form.phone = phone
    #expect(form.isPhoneValid == isValid)
    #expect(form.phoneColor == (isValid ? .black : .red))
  }

  @Test func startsAsTheLessonDoes() {
    let form = form()
    #expect(form.phone == "186")
    #expect(form.password == "")
    #expect(form.output == "Phone: 186, password: ")
    #expect(form.phoneColor == .red)
    #expect(form.passwordColor == .red)
    #expect(!form.clearCommand.isEnabled)
  }

  @Test func outputFollowsBothInputsOncePerChange() {
    let form = form()
    var seen: [String] = []
    let watching = form.$output.observe { seen.append($0) }
    form.phone = "18612345678"
    batch {
      form.phone = "1"
      form.password = "2"
    }
    watching.cancel()
    #expect(
      seen == [
        "Phone: 186, password: ", "Phone: 18612345678, password: ", "Phone: 1, password: ••••••••",
      ])
  }

  @Test func clearCanBeUsedOnlyWhenBothAreValidAndSaysWhyNot() {
    let form = form()
    form.password = "passw0rd"
    guard case .rejected(let rejection)? = form.clearCommand.execute().outcome else {
      Issue.record("clear ran although the phone is not valid")
      return
    }
    #expect(rejection.reasons == ["isPhoneValid is false"])
    #expect(form.password == "passw0rd")
  }

  @Test func aValidPhoneIsRememberedByItself() async throws {
    let form = form()
    form.phone = "18612345678"
    await LoginForm.schema["remember"]?.command(in: form)?.settled()
    #expect(await desk.saved == [RememberedLogin(phone: "18612345678")])
    #expect(form.rememberedPhone == "18612345678")
  }

  @Test func theLastOfSeveralValidPhonesIsRemembered() async throws {
    let form = form()
    form.phone = "18612345678"
    form.phone = "13810001000"
    await LoginForm.schema["remember"]?.command(in: form)?.settled()
    #expect(await desk.saved.last?.phone == "13810001000")
    #expect(form.rememberedPhone == "13810001000")
  }

  @Test func theRememberedPhoneIsOfferedNotForced() {
    let form = form(remembered: RememberedLogin(phone: "18612345678"))
    #expect(form.phone == "186")
    #expect(form.useRememberedCommand.isEnabled)
    form.useRememberedCommand.execute()
    #expect(form.phone == "18612345678")
    #expect(!form.useRememberedCommand.isEnabled)
  }

  @Test func signingInNamesThePersonAndRemembersTheLogin() async {
    let form = form(remembered: RememberedLogin(phone: "18612345678"))
    form.phone = "18612345678"
    form.password = "passw0rd"
    guard case .success("Ann") = await form.signInCommand.execute().result else {
      Issue.record("signing in did not succeed")
      return
    }
    #expect(form.user == "Ann")
    #expect(await desk.saved == [RememberedLogin(phone: "18612345678", nickname: "Ann")])
  }

  @Test func aRefusedSignInIsAFailureAndChangesNothing() async {
    let form = form(desk: Desk(refusal: Closed()))
    form.phone = "18612345678"
    form.password = "passw0rd"
    guard case .failure(let error) = await form.signInCommand.execute().result else {
      Issue.record("signing in did not fail")
      return
    }
    #expect(error is Closed)
    #expect(form.user == nil)
    #expect(!form.signInCommand.isExecuting)
  }
}
