/// A setting that a person changes with `:set`.
///
/// ```swift
/// session.add(
///   Setting("theme", .aboutTheme, values: ["default", "mono"], standard: "default") {
///     look.name
///   } set: { look.name = $0 })
/// ```
public struct Setting: Sendable {
  /// The name that a person types.
  public let name: String
  /// The explanation of the setting in a few words.
  public let explanation: Message
  /// The possible values.
  public let values: [String]
  /// The default value.
  public let standard: String
  private let read: @MainActor @Sendable () -> String
  private let write: @MainActor @Sendable (String) -> Void

  /// Creates a setting; `get` returns its value, and `set` changes it to one of `values`, which contain `standard`.
  public init(
    _ name: String, _ explanation: Message, values: [String], standard: String,
    get: @escaping @MainActor @Sendable () -> String,
    set: @escaping @MainActor @Sendable (String) -> Void
  ) {
    self.name = name
    self.explanation = explanation
    self.values = values
    self.standard = standard
    read = get
    write = set
  }

  /// The current value.
  @MainActor public var value: String { read() }

  /// Sets the value, which should be one of ``values``.
  @MainActor public func change(to value: String) { write(value) }
}

extension Session {
  /// Adds a setting, or replaces the host's setting of the same name; the session's own settings cannot be replaced.
  public func add(_ setting: Setting) {
    host.settings.removeAll { $0.name == setting.name }
    host.settings.append(setting)
  }

  var settings: [Setting] {
    [
      Setting(
        "clock", Message("how time passes", "时间如何流逝"),
        values: SessionClock.Mode.allCases.map(\.rawValue),
        standard: SessionClock.Mode.real.rawValue
      ) { [clock] in
        clock.mode.rawValue
      } set: { [clock] in
        SessionClock.Mode(rawValue: $0).map(clock.set)
      },
      Setting(
        "lang", Message("the language of help and messages", "帮助与消息的语言"),
        values: HelpLanguage.allCases.map(\.rawValue),
        standard: HelpLanguage.english.rawValue
      ) { [weak self] in
        (self?.language ?? .english).rawValue
      } set: { [weak self] in
        if let language = HelpLanguage(rawValue: $0) { self?.language = language }
      },
    ] + host.settings
  }
}
