public import Bindings
public import ViewModels

/// A form to sign a person in: phone and password, their rules, and the values derived from them.
///
/// The form of the tutorial "MVVM in practice". Text fields are bound to `$phone` and `$password` both ways. ``output``
/// shows the typed values. A text is red until it is valid, and `clearCommand` is enabled only when both texts are
/// valid.
///
/// ```swift
/// let form = LoginForm(logins: logins, service: service)
/// form.phone = "18612345678"
/// let isPhoneValid = form.isPhoneValid
/// ```
@MainActor
@ViewModel
public final class LoginForm {
  /// The mobile number as typed.
  public var phone = startOfPhone
  /// The password as typed.
  @Secure public var password = ""

  /// Whether the phone follows the Chinese rule for mobile numbers of 2016: 11 digits.
  public var isPhoneValid: Bool { phone.satisfies(.lessonPhone2016) }
  /// Whether the password has at least 8 characters.
  public var isPasswordValid: Bool { password.satisfies(.minimumLength(8)) }
  /// Black when valid, red when not.
  public var phoneColor: TextColor { isPhoneValid ? .black : .red }
  /// Black when valid, red when not.
  public var passwordColor: TextColor { isPasswordValid ? .black : .red }
  /// The text below the fields: a password shows as eight dots, whatever its length.
  public var output: String {
    let dots = password.isEmpty ? "" : "••••••••"
    return language.text("Phone: \(phone), password: \(dots)", "手机号：\(phone)，密码：\(dots)")
  }

  /// Both inputs are valid.
  public var canClear: Bool { isPhoneValid && isPasswordValid }

  /// Resets both inputs.
  @Command(enabled: \.canClear)
  public func clear() {
    phone = Self.startOfPhone
    password = ""
  }

  /// The last valid phone, kept between runs.
  public internal(set) var rememberedPhone: String?
  /// Whether the remembered phone is another one than this.
  public var canUseRemembered: Bool { rememberedPhone != nil && rememberedPhone != phone }

  /// Takes over the remembered phone.
  @Command(enabled: \.canUseRemembered)
  public func useRemembered() { phone = rememberedPhone ?? phone }

  /// Keeps the phone; runs automatically when the phone becomes valid.
  @Command(enabled: \.isPhoneValid, policy: .restart)
  public func remember() async throws {
    let login = RememberedLogin(phone: phone)
    try await logins.save(login)
    rememberedPhone = login.phone
  }

  /// The user who is signed in.
  public private(set) var user: String?

  /// Signs in at the workshop's server.
  @Command(enabled: \.canClear)
  public func signIn() async throws -> String {
    let login = try await service.signIn(Credentials(phone: phone, password: password))
    try await logins.save(login)
    let name = login.nickname ?? login.phone
    user = name
    return name
  }

  /// The initial phone: the prefix that is typed most.
  private static let startOfPhone = "186"

  private let logins: any LoginMemory
  private let service: any LoginService
  @Ignored private let language: PageLanguage
  @Ignored private var remembering: Subscription?

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - remembered: The login of an earlier run, which the form offers.
  ///   - logins: The memory that keeps a valid phone.
  ///   - service: The service that decides whether a person may sign in.
  ///   - language: The language of the output.
  public init(
    remembered: RememberedLogin? = nil, logins: any LoginMemory, service: any LoginService,
    language: PageLanguage = .english
  ) {
    self.language = language
    self.logins = logins
    self.service = service
    rememberedPhone = remembered?.phone
    remembering = observe(with: self, label: "rememberPhone") { form in
      guard form.isPhoneValid, form.phone != form.$rememberedPhone.peek() else { return }
      untracked { _ = form.rememberCommand.execute() }
    }
  }
}

/// The colour of a text: red says that it is not valid.
public enum TextColor: String, Codable, Sendable, CaseIterable {
  /// Valid.
  case black
  /// Not valid.
  case red
}
