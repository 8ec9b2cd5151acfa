public import Bindings

/// An action of a person on a list, or a notice of what its view shows.
///
/// ```swift
/// list.keep(list.events.observe { event in
///   if case .cell(.didSelect, let cell, _) = event { open(cell) }
/// })
/// ```
public enum ListEvent {
  /// The events of a row.
  public enum CellEvent: String, Codable, Sendable, CaseIterable {
    /// The row is about to be seen, and is not seen any more.
    case willDisplay, didEndDisplaying
    /// A finger or pointer is on the row, and gone.
    case didHighlight, didUnhighlight
    /// The row was selected, and is not selected any more.
    case didSelect, didDeselect
    /// The detail button of the row was tapped, which selects nothing.
    case didTapDetail
    /// The row is about to be edited, and is not edited any more.
    case willBeginEditing, didEndEditing
  }

  /// The events of a header or footer.
  public enum DisplayEvent: String, Codable, Sendable, CaseIterable {
    /// It is about to be seen, and is not seen any more.
    case willDisplay, didEndDisplaying
  }

  /// Something happened to a cell.
  case cell(CellEvent, CellViewModel, at: ListPath)
  /// Something happened to the header of a section.
  case header(DisplayEvent, SectionViewModel, at: Int)
  /// Something happened to the footer of a section.
  case footer(DisplayEvent, SectionViewModel, at: Int)
  /// The view turned to a page of rows; pages begin at 0.
  case didPage(to: Int)
}

extension ListEvent: CustomStringConvertible {
  /// The event in a few words, such as `didSelect 0.2`.
  public var description: String {
    switch self {
    case .cell(let event, _, let path): "\(event.rawValue) \(path)"
    case .header(let event, _, let section): "\(event.rawValue) header \(section)"
    case .footer(let event, _, let section): "\(event.rawValue) footer \(section)"
    case .didPage(let page): "didPage \(page)"
    }
  }
}

/// A request of a list to its view to bring something into sight.
public struct ScrollRequest {
  /// The thing to be seen.
  public enum Target {
    /// The row of a cell.
    case cell(CellViewModel, at: ListPath)
    /// Of the selected rows, the one nearest to what is seen now.
    case nearestSelected
  }

  /// The place in sight.
  public enum Position: String, Codable, Sendable, CaseIterable {
    /// With as little scrolling as possible, or where the name says.
    case nearest, top, middle, bottom
  }

  /// The thing to be seen.
  public let target: Target
  /// The place in sight.
  public let position: Position
}
