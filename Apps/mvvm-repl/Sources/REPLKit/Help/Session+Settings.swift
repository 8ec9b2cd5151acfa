extension Session {
  /// Performs `:set`, which lists the settings; `:set theme` explains one, and `:set theme mono` or `= mono` sets it.
  func changeSetting(_ argument: String, at span: Span) throws(Diagnostic) {
    let words = argument.replacing("=", with: " ").split(separator: " ").map(String.init)
    guard let name = words.first else {
      return emit(
        .page(
          title: .settings,
          rows: settings.map { ("\($0.name) = \($0.value)", explanation(of: $0)) }))
    }
    guard let setting = settings.first(where: { $0.name == name }) else {
      throw Diagnostic(
        .unknownName, .noSetting(name.clipped(to: 40)), at: span,
        Suggestion(for: name, among: settings.map(\.name)) {
          ":set " + ([$0] + words.dropFirst()).joined(separator: " ")
        })
    }
    guard words.count > 1 else {
      return emit(
        .page(title: .setting(setting.name, setting.value), rows: [("", explanation(of: setting))]))
    }
    let value = words.dropFirst().joined(separator: " ")
    guard setting.values.contains(value) else {
      throw Diagnostic(
        .unknownName, .cannotBe(name, value.clipped(to: 40)), at: span,
        Suggestion(for: value, among: setting.values) { ":set \(name) \($0)" })
    }
    setting.change(to: value)
    emit(.note(.setting(name, setting.value)))
  }

  private func explanation(of setting: Setting) -> String {
    let values = setting.values.map { $0 == setting.standard ? "\($0)*" : $0 }
    let comma = language == .chinese ? "、" : ", "
    return setting.explanation.text(in: language)
      + language.text(.colon) + values.joined(separator: comma)
  }
}
