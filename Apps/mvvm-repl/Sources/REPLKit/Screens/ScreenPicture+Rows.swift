public import ViewModels

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
    public var layout: TextCell.Layout = .detail
    /// A picture in front, by its name or address.
    public var image: String?
    /// The step on the way to the picture; `nil` for one that is only named.
    public var imageState: ImageViewModel.State?
    /// The statement that tries again to load the picture; `nil` unless it has failed.
    public var imageRetry: String?
    /// The sign at the end.
    public var accessory: TextCell.Accessory = .none
    /// Whether the row is selected.
    public var isSelected = false
    /// The number of lines it takes at most; `nil` for as many as it needs.
    public var lines: Int?
    /// The statement that taps it; `nil` for a row that is only read.
    public var statement: String?
    /// The statement that taps the detail button; `nil` for a row without one.
    public var detailStatement: String?

    /// Creates a row.
    public init(_ text: ScreenText, detail: ScreenText? = nil, statement: String? = nil) {
      (self.text, self.detail, self.statement) = (text, detail, statement)
    }
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
  }
}
