import Bindings

extension Prompts {
  /// What is asked while there is no network.
  struct NetworkWarning {
    let caption: String
    let check: (@MainActor () -> NetworkState)?
    let ask: @MainActor (Prompts) -> Void
  }

  /// Asks a question whenever the network goes, and takes it back when the network returns.
  ///
  /// A person who dismisses it is left alone until the network goes anew, the screen becomes active, or
  /// ``recheckNetwork()`` is called. A caption that is open already is not asked twice. Only the latest
  /// question counts.
  ///
  /// ```swift
  /// prompts.warnWithoutNetwork(
  ///   Question("网络异常", actions: [.cancel("取消"), .normal("设置网络", Way.settings)]),
  ///   check: { reachability.state }
  /// ) { [weak self] _ in self?.openSettings() }
  /// ```
  /// - Parameters:
  ///   - question: What to ask.
  ///   - check: Looks whether there is a network, when it is to be checked again; without it, what
  ///     ``network`` says counts.
  ///   - then: Takes the answer. Capture the screen's view-model weakly.
  public func warnWithoutNetwork<Answer>(
    _ question: Question<Answer>, check: (@MainActor () -> NetworkState)? = nil,
    then: @escaping @MainActor (Answer) -> Void
  ) {
    guard !owned.isEnded.peek() else { return }
    action {
      if let networkWarning { hide(networkWarning.caption) }
      networkWarning = NetworkWarning(caption: question.caption, check: check) { prompts in
        prompts.ask(question) { answer in
          if let answer { then(answer) }
        }
      }
      recheckNetwork()
    }
  }

  func networkDidChange() {
    guard let networkWarning else { return }
    if network == .normal { hide(networkWarning.caption) } else { warn() }
  }

  func warn() {
    guard let networkWarning, !isPresenting(caption: networkWarning.caption) else { return }
    networkWarning.ask(self)
  }
}
