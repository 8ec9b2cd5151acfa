internal import Foundation

/// Typed settings with defaults, kept in a table of a store.
///
/// ```swift
/// extension SettingKey where Value == Double {
///   static var fontSize: SettingKey { SettingKey("fontSize", default: 13) }
/// }
/// let settings = try StoreSettings(store)
/// settings[.fontSize] = 15
/// try settings.update(.fontSize) { $0 += 1 }
/// ```
///
/// The subscript never throws, so that a view-model can bind to it: if a setting cannot be read, it returns the
/// default; if a setting cannot be written, nothing changes. `onFailure` gets both errors. `settings[.fontSize] += 1`
/// reads and then writes; use ``update(_:_:)`` if several tasks change a setting.
public struct StoreSettings: Sendable {
  /// The table that contains the settings; clearing it resets all settings.
  public let table: StoreTable

  private let onFailure: @Sendable (StoreError) -> Void

  /// Opens the settings in the table `name` of `store`.
  ///
  /// - Parameters:
  ///   - store: The store that contains the settings.
  ///   - name: The table; separate groups of settings need different names.
  ///   - onFailure: Receives the errors that the subscript cannot throw; by default, prints them to standard error.
  /// - Throws: ``StoreError`` as ``KeyValueStore/table(_:)`` does.
  public init(
    _ store: KeyValueStore, table name: String = "settings",
    onFailure: @escaping @Sendable (StoreError) -> Void = StoreSettings.report
  ) throws(StoreError) {
    self.table = try store.table(name)
    self.onFailure = onFailure
  }

  /// The value of a setting, or its default if it is not set.
  public subscript<Value>(key: SettingKey<Value>) -> Value {
    get {
      do { return try value(of: key) } catch {
        onFailure(error)
        return key.defaultValue
      }
    }
    nonmutating set {
      do { try set(key, to: newValue) } catch { onFailure(error) }
    }
  }

  /// Returns the value of a setting, or its default if it is not set.
  ///
  /// - Throws: ``StoreError`` with `wrongType` or `damaged` if the value cannot be read.
  public func value<Value>(of key: SettingKey<Value>) throws(StoreError) -> Value {
    try table.get(Value.self, id: key.name) ?? key.defaultValue
  }

  /// Sets a setting.
  public func set<Value>(_ key: SettingKey<Value>, to value: Value) throws(StoreError) {
    try table.put(value, id: key.name)
  }

  /// Changes a setting in one transaction, so that no other change comes in between; returns the new value.
  ///
  /// - Throws: The error of `change`, or ``StoreError``; then the setting stays unchanged.
  @discardableResult
  public func update<Value>(
    _ key: SettingKey<Value>, _ change: (inout Value) throws -> Void
  ) throws -> Value {
    try table.engine.write(hasParts: true) { writer in
      try writer.lend { transaction in
        let settings = StoreTransaction(lent: transaction.lent, identity: table.identity)
        var value = try settings.get(Value.self, id: key.name) ?? key.defaultValue
        try change(&value)
        try settings.put(value, id: key.name)
        return value
      }
    }
  }

  /// Resets a setting to its default; returns whether it was set.
  @discardableResult
  public func reset<Value>(_ key: SettingKey<Value>) throws(StoreError) -> Bool {
    try table.delete(id: key.name)
  }

  /// Observes a setting: its value or default now, and after each change.
  public func observe<Value>(
    _ key: SettingKey<Value>
  ) -> some AsyncSequence<Value, StoreError> & Sendable {
    table.observe(Value.self, id: key.name).map { $0 ?? key.defaultValue }
  }

  /// Writes a failure to standard error.
  public static let report: @Sendable (StoreError) -> Void = { error in
    FileHandle.standardError.write(Data("Settings: \(error)\n".utf8))
  }
}

/// The name, type and default of a setting.
public struct SettingKey<Value: Codable & Sendable>: Sendable {
  /// The identifier of the setting in its table.
  public let name: String

  /// The value of the setting if it is not set.
  public let defaultValue: Value

  /// Creates a key.
  public init(_ name: String, default defaultValue: Value) {
    self.name = name
    self.defaultValue = defaultValue
  }
}

/// A property wrapper for a setting.
///
/// ```swift
/// struct Preferences {
///   @Setting var fontSize: Double
///   init(_ settings: StoreSettings) { _fontSize = Setting(.fontSize, in: settings) }
/// }
/// ```
///
/// Reading and writing follow the subscript of ``StoreSettings``.
@propertyWrapper
public struct Setting<Value: Codable & Sendable>: Sendable {
  private let key: SettingKey<Value>
  private let settings: StoreSettings

  /// Connects the property to a setting.
  public init(_ key: SettingKey<Value>, in settings: StoreSettings) {
    self.key = key
    self.settings = settings
  }

  /// The value of the setting, or its default.
  public var wrappedValue: Value {
    get { settings[key] }
    nonmutating set { settings[key] = newValue }
  }
}
