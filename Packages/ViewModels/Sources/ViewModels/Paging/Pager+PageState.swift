public import Bindings

extension Pager {
  /// Shows the state of loading on a page, until the token is cancelled or released.
  ///
  /// ```swift
  /// keep(pager.show(on: page, whenEmpty: .init(title: "No news")))
  /// ```
  /// The page shows a refresh as loading, and further pages as loading more. Meanwhile the
  /// pager controls these four: ``PageState/isLoading``, ``PageState/loadingMore``,
  /// ``PageState/needsRetry`` and ``PageState/emptyState``, which it shows when a refresh has found no rows.
  public func show(
    on page: PageState, whenEmpty empty: PageState.EmptyState = PageState.EmptyState()
  ) -> Subscription {
    observe(with: self, label: "pager.show", graph: graph) { pager in
      page.isLoading = pager.refreshState.isLoading
      page.loadingMore = PageState.LoadingMore(pager.older)
      page.needsRetry = pager.needsRetry
      let isEmpty = pager.list.isEmpty && pager.lastUpdate != nil && !pager.refreshState.isLoading
      page.emptyState = isEmpty ? empty : nil
    }
  }
}

extension PageState.LoadingMore {
  fileprivate init(_ state: PagerState) {
    switch state {
    case .idle, .failed: self = .idle
    case .loading: self = .loading
    case .end: self = .noMore
    }
  }
}
