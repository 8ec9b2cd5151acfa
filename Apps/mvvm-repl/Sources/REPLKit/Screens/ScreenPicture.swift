public import ViewModels

/// A picture of a view-model: the content of its screen at one moment, as a value.
///
/// A picture says what a screen contains; a renderer decides how it looks. Each control carries the
/// statement that it runs, as a person would type it at the prompt.
///
/// ```swift
/// let picture = try session.picture(of: "app")
/// print(picture.tabs?.items[1].statement ?? "")  // app.select(1)
/// ```
/// Texts are in the language of the session. A picture does not contain the values of secure members.
public struct ScreenPicture: Sendable, Hashable, Codable {
  /// The name of the page.
  public var title: String?
  /// The statement that goes back; `nil` where there is no way back.
  public var back: String?
  /// The tabs of an app.
  public var tabs: Strip?
  /// The segments of a page.
  public var segments: Strip?
  /// A warning that stays until its cause is gone, such as a lost network connection.
  public var warning: String?
  /// A text above the content.
  public var header: ScreenText?
  /// The inputs.
  public var fields: [Field] = []
  /// The read-only values, such as values that are derived from the inputs.
  public var outputs: [Output] = []
  /// The activity of a page that is loading or submitting.
  public var busy: Busy?
  /// The empty state, which is drawn in place of the sections, their extent and the state of loading more.
  public var empty: Empty?
  /// The statement that retries what failed; `nil` when nothing failed.
  public var retry: String?
  /// The rows, in sections.
  public var sections: [Section] = []
  /// The number of rows beside each other: 1 in a list, more in a grid.
  public var columns = 1
  /// The number of character cells between two rows beside each other; a renderer uses less where there is no room.
  public var spacing = 1
  /// The number of character cells at both sides of a grid; a renderer uses less where there is no room.
  public var margin = 0
  /// The page of a long list that the sections show.
  public var extent: Extent?
  /// The state of loading more rows at the end of the list.
  public var more: More?
  /// The pages within this page, one below the other.
  public var parts: [ScreenPicture] = []
  /// A text below the content.
  public var footer: ScreenText?
  /// The commands.
  public var buttons: [Button] = []
  /// The statement that reloads the content, as pulling a list down does.
  public var pull: String?
  /// The toasts, which disappear by themselves, the oldest first.
  public var toasts: [Toast] = []
  /// The alerts, sheets and menus of actions, and pickers; the last one covers the others.
  public var questions: [Question] = []
  /// The pages that cover this page; the last one covers the others.
  public var sheets: [ScreenPicture] = []

  /// Creates an empty page.
  public init(title: String? = nil) { self.title = title }
}

extension ScreenPicture {
  /// A row of names of which one is selected: tabs or segments.
  public struct Strip: Sendable, Hashable, Codable {
    /// The names, in order.
    public var items: [Item]
    /// The index of the selected name; `nil` when none is selected.
    public var selected: Int?

    /// Creates a strip.
    public init(_ items: [Item], selected: Int?) { (self.items, self.selected) = (items, selected) }
  }

  /// A name of a strip.
  public struct Item: Sendable, Hashable, Codable {
    /// The name.
    public var title: String
    /// The statement that selects the name.
    public var statement: String

    /// Creates an item.
    public init(_ title: String, statement: String) {
      (self.title, self.statement) = (title, statement)
    }
  }

  /// A value with its name.
  public struct Output: Sendable, Hashable, Codable {
    /// The name.
    public var label: String
    /// The value.
    public var text: ScreenText

    /// Creates an output.
    public init(_ label: String, _ text: ScreenText) { (self.label, self.text) = (label, text) }
  }

  /// The activity of a page that is loading or submitting.
  public struct Busy: Sendable, Hashable, Codable {
    /// The kind of activity.
    public var kind: Activity.Kind
    /// The description of the activity.
    public var message: String?
    /// Whether a person started the activity by pulling the content down; `nil` when not.
    public var isPulled: Bool?

    /// Creates the state.
    public init(_ kind: Activity.Kind = .loading, message: String? = nil) {
      (self.kind, self.message) = (kind, message)
    }
  }

  /// An empty state: a notice in place of missing content.
  public typealias Empty = PageState.EmptyState

  /// A toast: a message that disappears by itself.
  public struct Toast: Sendable, Hashable, Codable {
    /// The message.
    public var text: String
    /// Whether the message reports a failure.
    public var isFailure: Bool
    /// The title of the action that a tap runs; `nil` if a tap only dismisses the toast.
    public var action: String?
    /// The statement that taps the toast.
    public var statement: String
  }
}
