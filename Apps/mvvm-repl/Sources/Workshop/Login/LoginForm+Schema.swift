public import ViewModels

extension LoginForm {
  /// What a tool may use of the form.
  public static let schema = ViewModelSchema(
    LoginForm.self, "Signs a person in: phone and password, their rules, and what follows.",
    members: [
      .property("phone", { $0.phone }, "The mobile number as typed."),
      .property("password", { $0.password }, "The password as typed.", isSecure: true),
      .derived("isPhoneValid", { $0.isPhoneValid }, "Follows the mobile rule of 2016: 11 digits."),
      .derived("isPasswordValid", { $0.isPasswordValid }, "Has at least 8 characters."),
      .derived("phoneColor", { $0.phoneColor }, "Black when valid, red when not."),
      .derived("passwordColor", { $0.passwordColor }, "Black when valid, red when not."),
      .derived("output", { $0.output }, "What the page shows below the fields."),
      .derived("canClear", { $0.canClear }, "Both inputs are valid."),
      .command("clear", { $0.clear }, "Puts both inputs back."),
      .derived(
        "rememberedPhone", { $0.rememberedPhone }, "The last valid phone, kept between runs."),
      .command("useRemembered", { $0.useRemembered }, "Takes over the remembered phone."),
      .command(
        "remember", { $0.remember }, "Keeps the phone; done by itself when it becomes valid."),
      .derived("user", { $0.user }, "Who is signed in."),
      .command("signIn", { $0.signIn }, "Signs in at the workshop's server."),
    ])
}
