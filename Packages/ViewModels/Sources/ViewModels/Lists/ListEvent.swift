public import Bindings

/// An action of the user on a list, or a report of its view about visible rows.
///
/// ```swift
/// list.keep(list.events.observe { event in
///   if case .cell(.didSelect, let cell, _) = event { open(cell) }
/// })
/// ```
public enum ListEvent {
  /// The events of a row.
  public enum CellEvent: String, Codable, Sendable, CaseIterable {
    /// The row is about to be displayed, and is no longer displayed.
    case willDisplay, didEndDisplaying
    /// The row is being pressed, and is released.
    case didHighlight, didUnhighlight
    /// The row was selected, and was deselected.
    case didSelect, didDeselect
    /// The detail button of the row was tapped, without a selection.
    case didTapDetail
    /// The row is about to be edited, and is no longer edited.
    case willBeginEditing, didEndEditing
  }

  /// The events of a header or footer.
  public enum DisplayEvent: String, Codable, Sendable, CaseIterable {
    /// The header or footer is about to be displayed, and is no longer displayed.
    case willDisplay, didEndDisplaying
  }

  /// An event of a cell.
  case cell(CellEvent, CellViewModel, at: ListPath)
  /// An event of the header of a section.
  case header(DisplayEvent, SectionViewModel, at: Int)
  /// An event of the footer of a section.
  case footer(DisplayEvent, SectionViewModel, at: Int)
  /// The view has turned to a page of rows; the first page is 0.
  case didPage(to: Int)
}

extension ListEvent: CustomStringConvertible {
  /// A short text for the event, such as `didSelect 0.2`.
  public var description: String {
    switch self {
    case .cell(let event, _, let path): "\(event.rawValue) \(path)"
    case .header(let event, _, let section): "\(event.rawValue) header \(section)"
    case .footer(let event, _, let section): "\(event.rawValue) footer \(section)"
    case .didPage(let page): "didPage \(page)"
    }
  }
}

/// A request of a list to its view to scroll to a row.
public struct ScrollRequest {
  /// The row that becomes visible.
  public enum Target {
    /// The row of a cell.
    case cell(CellViewModel, at: ListPath)
    /// The selected row that is nearest to the currently visible rows.
    case nearestSelected
  }

  /// The position of the row in the view after scrolling.
  public enum Position: String, Codable, Sendable, CaseIterable {
    /// The position with the least scrolling, or the named position.
    case nearest, top, middle, bottom
  }

  /// The row that becomes visible.
  public let target: Target
  /// The position of the row in the view after scrolling.
  public let position: Position
}
