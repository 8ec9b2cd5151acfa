public import Bindings
import Models
public import ViewModels

/// A sign-in form: two inputs, the rules for them, and what a person may do next.
///
/// The form of the tutorial "MVVM in practice" (rows D19–D21 of the capability list): text fields
/// are bound to ``phone`` and ``password`` both ways, ``output`` shows what was typed, a text is red
/// until it is valid, and ``clear`` can be used only when both are.
///
/// ```swift
/// let form = LoginForm(logins: logins, service: service)
/// form.phone.value = "18612345678"
/// let isPhoneValid = form.isPhoneValid.value
/// ```
@MainActor
public final class LoginForm: ViewModel {
  /// The mobile number as typed; it starts with the most common prefix.
  public let phone: Property<String>
  /// The password as typed.
  public let password: Property<String>
  /// Whether the phone follows the lesson's rule for mobile numbers of 2016.
  public let isPhoneValid: Computed<Bool>
  /// Whether the password has at least eight characters.
  public let isPasswordValid: Computed<Bool>
  /// Black when the phone is valid, red when it is not.
  public let phoneColor: Computed<TextColor>
  /// Black when the password is valid, red when it is not.
  public let passwordColor: Computed<TextColor>
  /// What the page shows below the fields.
  public let output: Computed<String>
  /// Whether both inputs are valid.
  public let canClear: Computed<Bool>
  /// Puts both inputs back to what they started with.
  public let clear: Command<Void, Void>

  /// The phone of the last valid login, from this run or an earlier one.
  public let rememberedPhone: Property<String?>
  /// Takes over ``rememberedPhone``.
  public let useRemembered: Command<Void, Void>
  /// Keeps the phone for the next start; done by itself whenever the phone becomes valid.
  public let remember: Command<Void, Void>

  /// Who is signed in.
  public let user: Property<String?>
  /// Signs in at the workshop's server.
  public let signIn: Command<Void, String>

  private var remembering: Subscription?

  /// The number of characters that a password needs.
  static let shortestPassword = 8
  /// What the phone starts with.
  static let startOfPhone = "186"

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - remembered: The login of an earlier run, which the form offers.
  ///   - logins: Where a valid phone is kept.
  ///   - service: Who decides whether a person may sign in.
  public init(
    remembered: RememberedLogin? = nil, logins: any LoginMemory, service: any LoginService
  ) {
    let phone = Property(Self.startOfPhone, label: "phone")
    let password = Property("", label: "password")
    let isPhoneValid = Computed(label: "isPhoneValid") { phone.value.satisfies(.lessonPhone2016) }
    let isPasswordValid = Computed(label: "isPasswordValid") {
      password.value.count >= Self.shortestPassword
    }
    let canClear = Computed(label: "canClear") { isPhoneValid.value && isPasswordValid.value }
    let rememberedPhone = Property(remembered?.phone, label: "rememberedPhone")
    let user = Property<String?>(nil, label: "user")

    self.phone = phone
    self.password = password
    self.isPhoneValid = isPhoneValid
    self.isPasswordValid = isPasswordValid
    self.canClear = canClear
    self.rememberedPhone = rememberedPhone
    self.user = user
    phoneColor = Computed(label: "phoneColor") { isPhoneValid.value ? .black : .red }
    passwordColor = Computed(label: "passwordColor") { isPasswordValid.value ? .black : .red }
    output = Computed(label: "output") { "手机号：\(phone.value)，密码：\(password.value)" }

    clear = Command(label: "clear", enabled: canClear) {
      batch {
        phone.value = Self.startOfPhone
        password.value = ""
      }
    }
    let isAnotherRemembered = Computed(label: "hasRememberedPhone") {
      rememberedPhone.value != nil && rememberedPhone.value != phone.value
    }
    useRemembered = Command(label: "useRemembered", enabled: isAnotherRemembered) {
      phone.value = rememberedPhone.peek() ?? phone.peek()
    }
    remember = Command(label: "remember", enabled: isPhoneValid, policy: .restart) {
      () async throws in
      let login = RememberedLogin(phone: phone.peek())
      try await logins.save(login)
      rememberedPhone.value = login.phone
    }
    signIn = Command(label: "signIn", enabled: canClear) { () async throws in
      let credentials = Credentials(phone: phone.peek(), password: password.peek())
      let login = try await service.signIn(credentials)
      try await logins.save(login)
      let name = login.nickname ?? login.phone
      user.value = name
      return name
    }
    remembering = observe { [remember] in
      guard isPhoneValid.value, phone.value != rememberedPhone.peek() else { return }
      untracked { _ = remember.execute() }
    }
  }
}

/// The colour of a text: red says that it is not valid.
public enum TextColor: String, Codable, Sendable {
  /// Valid.
  case black
  /// Not valid.
  case red
}
