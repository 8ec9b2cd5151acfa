/// The state of one of the two things that a ``Pager`` loads.
///
/// ```swift
/// if case .failed(let error) = pager.older { show(error) }
/// ```
public enum PagerState: Sendable {
  /// Nothing is asked for; there may be something to load.
  case idle
  /// A page is asked for.
  case loading
  /// The latest page did not come; asking again tries again.
  case failed(any Error)
  /// There is nothing more; asking again asks nobody.
  case end

  /// Whether a page is asked for.
  public var isLoading: Bool { if case .loading = self { true } else { false } }

  /// Whether there is nothing more.
  public var isEnd: Bool { if case .end = self { true } else { false } }

  /// Why the latest page did not come.
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
