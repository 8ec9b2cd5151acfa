public import Foundation

/// A key for a value in the environment of view-models, such as a service or the time.
///
/// ```swift
/// enum LocaleKey: ViewModelEnvironmentKey {
///   static var liveValue: Locale { .current }
/// }
/// ```
public protocol ViewModelEnvironmentKey {
  /// The type of the value.
  associatedtype Value: Sendable
  /// The default value, used where no value is set.
  static var liveValue: Value { get }
}

/// The environment key for the current time.
public enum NowKey: ViewModelEnvironmentKey {
  /// The system time.
  public static let liveValue: @Sendable () -> Date = { Date() }
}

/// The environment key for the clock that measures waits.
public enum ClockKey: ViewModelEnvironmentKey {
  /// The system clock, which continues while the machine sleeps.
  public static let liveValue: any Clock<Duration> = ContinuousClock()
}

extension LifecycleViewModel {
  /// The values that view-models inherit from their parents.
  ///
  /// A child sees its own values first, then its parent's. There is no global environment:
  /// the code that makes the topmost view-model sets the values.
  ///
  /// ```swift
  /// var environment = LifecycleViewModel.Environment()
  /// environment[NowKey.self] = { birthday }
  /// ```
  public struct Environment: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Creates an environment without values.
    public init() {}

    /// The value of a key, or its default.
    public subscript<Key: ViewModelEnvironmentKey>(key: Key.Type) -> Key.Value {
      get { own(key) ?? Key.liveValue }
      set { values[ObjectIdentifier(key)] = newValue }
    }

    /// The value of a key; `nil` without one.
    func own<Key: ViewModelEnvironmentKey>(_ key: Key.Type) -> Key.Value? {
      // Unwraps in two steps, because `nil` could be cast to any optional type.
      guard let known = values[ObjectIdentifier(key)] else { return nil }
      return known as? Key.Value
    }

    /// Returns a copy in which missing values are taken from `outer`.
    func inheriting(_ outer: Environment) -> Environment {
      var merged = outer
      merged.values.merge(values) { $1 }
      return merged
    }
  }

  /// The environment of the view-model: its own values, then its parent's.
  ///
  /// Setting the property replaces only the view-model's own values.
  ///
  /// - Complexity: O(*d*·*n*) in the depth of the tree and the number of values.
  public var environment: Environment {
    get {
      origin.map { ownEnvironment.inheriting($0.environment) } ?? ownEnvironment
    }
    set { letGo(exchange(&ownEnvironment, with: newValue)) }
  }

  /// The value of a key in ``environment``, found without collecting the values of all ancestors.
  func inherited<Key: ViewModelEnvironmentKey>(_ key: Key.Type) -> Key.Value {
    var next: LifecycleViewModel? = self
    while let one = next {
      if let value = one.ownEnvironment.own(key) { return value }
      next = one.origin
    }
    return Key.liveValue
  }
}
