public import ViewModels

extension ScreenPicture {
  /// Rows under a header.
  public struct Section: Sendable, Hashable, Codable {
    /// The text above the rows.
    public var header: String?
    /// The visible rows.
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
    /// A further text.
    public var detail: ScreenText?
    /// The arrangement of text and detail.
    public var layout: TextCell.Layout = .detail
    /// An image in front, by its name or address.
    public var image: String?
    /// The loading state of the image; `nil` for an image that is only named.
    public var imageState: ImageViewModel.State?
    /// The statement that reloads the image; `nil` unless loading has failed.
    public var imageRetry: String?
    /// The accessory at the end of the row.
    public var accessory: TextCell.Accessory = .none
    /// Whether the row is selected.
    public var isSelected = false
    /// The maximum number of lines; `nil` for as many as the row needs.
    public var lines: Int?
    /// The statement that taps the row; `nil` for a row that cannot be tapped.
    public var statement: String?
    /// The statement that taps the detail button; `nil` for a row without one.
    public var detailStatement: String?

    /// Creates a row.
    public init(_ text: ScreenText, detail: ScreenText? = nil, statement: String? = nil) {
      (self.text, self.detail, self.statement) = (text, detail, statement)
    }
  }

  /// The visible page of a long list.
  public struct Extent: Sendable, Hashable, Codable {
    /// The number of the page, from 1.
    public var page: Int
    /// The number of pages.
    public var pages: Int
    /// The number of rows on all pages.
    public var rows: Int
    /// The statement that shows the previous page; `nil` on the first one.
    public var previous: String?
    /// The statement that shows the next page; `nil` on the last one.
    public var next: String?
  }

  /// The state of loading more rows at the end of a list.
  public struct More: Sendable, Hashable, Codable {
    /// The progress of loading more rows.
    public enum State: String, Sendable, Codable {
      /// More rows may exist.
      case idle
      /// More rows are loading.
      case loading
      /// No more rows exist.
      case end
    }

    /// The progress of loading more rows.
    public var state: State
    /// The statement that loads more rows; `nil` when it would do nothing now.
    public var statement: String?
  }
}
