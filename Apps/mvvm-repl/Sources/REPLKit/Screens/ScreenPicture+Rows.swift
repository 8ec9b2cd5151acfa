extension ScreenPicture {
  /// Rows under a header.
  public struct Section: Sendable, Hashable, Codable {
    /// The text above the rows.
    public var header: String?
    /// The rows in sight.
    public var rows: [Row]
    /// The text below the rows.
    public var footer: String?

    /// Creates a section.
    public init(header: String? = nil, rows: [Row], footer: String? = nil) {
      (self.header, self.rows, self.footer) = (header, rows, footer)
    }
  }

  /// A row of a list, or a tile of a grid.
  public struct Row: Sendable, Hashable, Codable {
    /// The text.
    public var text: ScreenText
    /// An addition to the text.
    public var detail: ScreenText?
    /// The arrangement of text and detail.
    public var layout: Layout = .detail
    /// A picture in front.
    public var image: Image?
    /// The sign at the end.
    public var accessory: Accessory = .none
    /// Whether the row is selected.
    public var isSelected = false
    /// The number of lines it takes at most; `nil` for as many as it needs.
    public var lines: Int?
    /// The statement that taps it; `nil` for a row that is only read.
    public var statement: String?

    /// Creates a row.
    public init(_ text: ScreenText, detail: ScreenText? = nil, statement: String? = nil) {
      (self.text, self.detail, self.statement) = (text, detail, statement)
    }
  }

  /// The arrangement of a row's text and detail.
  public enum Layout: String, Sendable, Codable {
    /// The text at the left, the detail at the right.
    case detail
    /// The text as a label, the detail as its value.
    case label
    /// The detail under the text.
    case subtitle
  }

  /// The sign at the end of a row.
  public enum Accessory: String, Sendable, Codable {
    /// Nothing.
    case none
    /// The sign that there is more behind the row.
    case disclosure
    /// A tick.
    case checkmark
  }

  /// An image, by its name.
  public struct Image: Sendable, Hashable, Codable {
    /// The progress of an image that is loaded.
    public enum State: String, Sendable, Codable {
      /// It is at hand.
      case loaded
      /// It is at hand because it was kept.
      case cached
      /// It is being loaded.
      case loading
      /// It did not come.
      case failed
    }

    /// The name or address.
    public var name: String
    /// The progress; `nil` where only the name is known.
    public var state: State?

    /// Creates an image.
    public init(_ name: String, state: State? = nil) { (self.name, self.state) = (name, state) }
  }

  /// The part of a long list that is in sight.
  public struct Extent: Sendable, Hashable, Codable {
    /// The number of the page, from 1.
    public var page: Int
    /// The number of pages.
    public var pages: Int
    /// The number of rows on all pages.
    public var rows: Int
    /// The statement that shows the page before; `nil` on the first one.
    public var previous: String?
    /// The statement that shows the next page; `nil` on the last one.
    public var next: String?

    /// Creates an extent.
    public init(page: Int, pages: Int, rows: Int, previous: String?, next: String?) {
      (self.page, self.pages, self.rows) = (page, pages, rows)
      (self.previous, self.next) = (previous, next)
    }
  }

  /// The rows behind the last one.
  public struct More: Sendable, Hashable, Codable {
    /// The progress of loading them.
    public enum State: String, Sendable, Codable {
      /// There may be more.
      case idle
      /// More is on the way.
      case loading
      /// There is nothing more.
      case end
    }

    /// The progress of loading them.
    public var state: State
    /// The statement that loads them; `nil` when it would do nothing now.
    public var statement: String?

    /// Creates the state.
    public init(_ state: State, statement: String? = nil) {
      (self.state, self.statement) = (state, statement)
    }
  }
}
