public import ViewModels

/// A picture of a view-model: what a screen would show of it at one moment, as a value.
///
/// It says what is there and leaves to a renderer how it looks. What a person can act on carries the
/// statement that does it, as it would be typed at the prompt.
///
/// ```swift
/// let picture = try session.picture(of: "app")
/// print(picture.tabs?.items[1].statement ?? "")  // app.select(1)
/// ```
/// Texts are in the language of the session. Values of secure members are not in it.
public struct ScreenPicture: Sendable, Hashable, Codable {
  /// The name of the page.
  public var title: String?
  /// The statement that goes back; `nil` where there is no way back.
  public var back: String?
  /// The tabs of an app.
  public var tabs: Strip?
  /// The segments of a page.
  public var segments: Strip?
  /// A sentence that stays until its cause is gone: that there is no network, say.
  public var warning: String?
  /// A text above the content.
  public var header: ScreenText?
  /// The inputs.
  public var fields: [Field] = []
  /// The values that follow from the inputs.
  public var outputs: [Output] = []
  /// What goes on while the page waits.
  public var busy: Busy?
  /// The notice where the content would be.
  public var empty: Empty?
  /// The statement that tries again what failed; `nil` when nothing did.
  public var retry: String?
  /// The rows, in sections.
  public var sections: [Section] = []
  /// The number of rows beside each other: 1 in a list, more in a grid.
  public var columns = 1
  /// The part of a long list that the sections are.
  public var extent: Extent?
  /// The rows behind the last one.
  public var more: More?
  /// The pages within this page, one below the other.
  public var parts: [ScreenPicture] = []
  /// A text below the content.
  public var footer: ScreenText?
  /// The commands.
  public var buttons: [Button] = []
  /// The statement that loads the content anew, as pulling a list down does.
  public var pull: String?
  /// The messages that go away by themselves, the oldest first.
  public var toasts: [Toast] = []
  /// Alerts, sheets of titles and pickers, of which the last one covers the others.
  public var questions: [Question] = []
  /// The pages that cover this one, of which the last one covers the others.
  public var sheets: [ScreenPicture] = []

  /// Creates an empty page.
  public init(title: String? = nil) { self.title = title }
}

extension ScreenPicture {
  /// Names of which one is chosen.
  public struct Strip: Sendable, Hashable, Codable {
    /// The names, in order.
    public var items: [Item]
    /// The position of the chosen one; `nil` when none is.
    public var selected: Int?

    /// Creates a strip.
    public init(_ items: [Item], selected: Int?) { (self.items, self.selected) = (items, selected) }
  }

  /// One name of a strip.
  public struct Item: Sendable, Hashable, Codable {
    /// The name.
    public var title: String
    /// The statement that chooses it.
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

  /// What goes on while a page waits.
  public struct Busy: Sendable, Hashable, Codable {
    /// The meaning for the page.
    public var kind: Activity.Kind
    /// What goes on, in words.
    public var message: String?
    /// Whether it is so because a person pulled the content down; `nil` when not.
    public var isPulled: Bool?

    /// Creates the state.
    public init(_ kind: Activity.Kind = .loading, message: String? = nil) {
      (self.kind, self.message) = (kind, message)
    }
  }

  /// A notice where there is no content.
  public struct Empty: Sendable, Hashable, Codable {
    /// A picture, by its name or address.
    public var image: String?
    /// What is missing.
    public var title: String?
    /// The remedy.
    public var subtitle: String?

    /// Creates a notice.
    public init(image: String? = nil, title: String? = nil, subtitle: String? = nil) {
      (self.image, self.title, self.subtitle) = (image, title, subtitle)
    }
  }

  /// A message that goes away by itself.
  public struct Toast: Sendable, Hashable, Codable {
    /// The message.
    public var text: String
    /// Whether it tells of a failure.
    public var isFailure: Bool
    /// The name of what tapping it does, if more than to take it away.
    public var action: String?
    /// The statement that taps it.
    public var statement: String
  }
}
