/// Why a navigator could not do what was asked; nothing has changed then.
///
/// ```swift
/// do { try navigator.open("demo:///photos/x") } catch { print(error.message) }
/// ```
public struct NavigationError: Error, Sendable {
  /// The reason, for programs.
  public enum Code: String, Sendable {
    /// The screen is in a tree already, this one or another.
    case inUse
    /// The screen or the navigator has ended.
    case ended
    /// The screen is not in the stack in front.
    case notInStack
    /// A stack or the tabs were to be without screens.
    case empty
    /// There is no such tab.
    case noTab
    /// The screen that is seen is the first of its stack.
    case atRoot
    /// Nothing is presented.
    case notPresenting
    /// The navigator was changed by others while a change was put together.
    case conflict
    /// The text is no URL of this program.
    case badURL
    /// No screen is known by the URL or name.
    case unknownRoute
    /// A parameter is missing or has another type.
    case badParameter
    /// The screen of a route could not be made.
    case notMade
  }

  /// The reason, for programs.
  public let code: Code
  /// The mistake and how to mend it, for people.
  public let message: String
  /// The error beneath, if there is one.
  public let cause: (any Error)?

  init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }
}

extension NavigationError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension NavigationError {
  static func inUse(_ screen: LifecycleViewModel, by owner: LifecycleViewModel) -> Self {
    NavigationError(
      .inUse,
      "The \(type(of: screen)) is a part of a \(type(of: owner)) already. Make a new one, or take it "
        + "out there first.")
  }

  static func ended(_ what: LifecycleViewModel) -> Self {
    NavigationError(.ended, "The \(type(of: what)) has ended. Make a new one.")
  }

  static func notInStack(_ screen: LifecycleViewModel) -> Self {
    NavigationError(
      .notInStack,
      "The \(type(of: screen)) is not in the stack in front. Select its tab, or dismiss what covers it."
    )
  }

  static var emptyStack: Self {
    NavigationError(.empty, "A stack needs at least one screen. Give its root.")
  }

  static var noTabs: Self {
    NavigationError(.empty, "A navigator needs at least one tab. Give a root.")
  }

  static var noTabsLeft: Self {
    NavigationError(
      .empty,
      "The navigator has no screen left: they were ended or taken elsewhere. Make a new one.")
  }

  static func noTab(_ index: Int, of count: Int) -> Self {
    NavigationError(
      .noTab,
      count == 1
        ? "There is no tab \(index): there is only 0."
        : "There is no tab \(index). Write 0 to \(count - 1).")
  }

  static func noTab(_ name: String, of names: [String]) -> Self {
    NavigationError(
      .noTab, "There is no tab '\(name)'. Known are \(names.joined(separator: ", ")).")
  }

  static var conflict: Self {
    NavigationError(
      .conflict,
      "The navigator changed while a change was put together. Use what the closure is given instead "
        + "of the navigator.")
  }
}
