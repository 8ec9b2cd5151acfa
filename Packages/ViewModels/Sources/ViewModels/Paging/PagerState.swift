/// The state of one of the two kinds of loads of a ``Pager``.
///
/// ```swift
/// if case .failed(let error) = pager.older { show(error) }
/// ```
public enum PagerState: Sendable {
  /// Nothing is being loaded; there may be more to load.
  case idle
  /// A page is being loaded.
  case loading
  /// The latest load failed; another request tries again.
  case failed(any Error)
  /// There are no further pages; another request has no effect.
  case end

  /// Whether a page is being loaded.
  public var isLoading: Bool { if case .loading = self { true } else { false } }

  /// Whether there are no further pages.
  public var isEnd: Bool { if case .end = self { true } else { false } }

  /// The error of the latest load, if it failed.
  public var error: (any Error)? { if case .failed(let error) = self { error } else { nil } }
}

extension PagerState: CustomStringConvertible {
  /// The state in a word, with the error if there is one.
  public var description: String {
    switch self {
    case .idle: "idle"
    case .loading: "loading"
    case .failed(let error): "failed: \(error)"
    case .end: "end"
    }
  }
}
