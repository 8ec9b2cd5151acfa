public import REPLKit
import ViewModels

/// The language of a page; at a prompt, that of the session.
public enum PageLanguage: String, Codable, Sendable, CaseIterable {
  /// English.
  case english
  /// 中文。
  case chinese

  /// Creates the language for the pages of a session.
  public init(_ language: HelpLanguage) {
    switch language {
    case .english: self = .english
    case .chinese: self = .chinese
    }
  }

  /// One of two texts.
  func text(_ english: String, _ chinese: String) -> String {
    switch self {
    case .english: english
    case .chinese: chinese
    }
  }

  /// The full text of an error.
  func text(_ error: any Error) -> String { Message(error).text(in: help) }

  private var help: HelpLanguage {
    switch self {
    case .english: .english
    case .chinese: .chinese
    }
  }
}

extension Prompts {
  /// Shows the text of an error in a toast.
  func toast(failure error: any Error, in language: PageLanguage) {
    toast(language.text(error), kind: .failure, duration: .long)
  }
}

extension PageState {
  /// Loads the content of a page, shows the loading, and reports a failure in a toast; a cancellation is not a failure.
  func load(
    in language: PageLanguage, whenEmpty empty: EmptyState? = nil,
    _ body: @MainActor () async throws -> Bool
  ) async {
    do { try await load(whenEmpty: empty, body) } catch is CancellationError {} catch {
      prompts.toast(failure: error, in: language)
    }
  }
}
