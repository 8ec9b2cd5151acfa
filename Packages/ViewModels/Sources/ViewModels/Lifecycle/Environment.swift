public import Foundation

/// Names a value that view-models get from around them: a service, the time.
///
/// ```swift
/// enum LocaleKey: ViewModelEnvironmentKey {
///   static var liveValue: Locale { .current }
/// }
/// ```
public protocol ViewModelEnvironmentKey {
  /// The type of the value.
  associatedtype Value: Sendable
  /// The value where none is set.
  static var liveValue: Value { get }
}

/// Gives the current time.
public enum NowKey: ViewModelEnvironmentKey {
  /// The system's time.
  public static let liveValue: @Sendable () -> Date = { Date() }
}

/// Gives the clock that waits are measured by.
public enum ClockKey: ViewModelEnvironmentKey {
  /// The system's, which keeps running while the machine sleeps.
  public static let liveValue: any Clock<Duration> = ContinuousClock()
}

extension LifecycleViewModel {
  /// Values that view-models get from around them.
  ///
  /// A child sees its parent's values, other than those that it has itself. There is no global one:
  /// whoever makes the topmost view-model decides.
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
      get {
        // In two steps: `nil` would be cast to any optional value.
        if let known = values[ObjectIdentifier(key)], let value = known as? Key.Value {
          return value
        }
        return Key.liveValue
      }
      set { values[ObjectIdentifier(key)] = newValue }
    }

    /// This environment, with what it leaves open taken from `outer`.
    func inheriting(_ outer: Environment) -> Environment {
      var merged = outer
      merged.values.merge(values) { $1 }
      return merged
    }
  }

  /// The values that the view-model gets from around it: its own over its parent's.
  ///
  /// Writing it replaces the own values only.
  ///
  /// - Complexity: O(*d*·*n*) in the depth of the tree and the number of values.
  public var environment: Environment {
    get {
      (parent ?? formerParent).map { ownEnvironment.inheriting($0.environment) } ?? ownEnvironment
    }
    set { letGo(exchange(&ownEnvironment, with: newValue)) }
  }
}
