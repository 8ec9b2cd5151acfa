public import REPLKit
import ViewModels

/// The language in which a page speaks: that of the session, where it is made at a prompt.
public enum PageLanguage: String, Codable, Sendable, CaseIterable {
  /// English.
  case english
  /// 中文。
  case chinese

  /// The language of the pages of a session that speaks a language.
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

  /// What an error says, in full.
  func text(_ error: any Error) -> String { Message(error).text(in: help) }

  private var help: HelpLanguage {
    switch self {
    case .english: .english
    case .chinese: .chinese
    }
  }
}

extension Prompts {
  /// Shows what an error says in a toast.
  func toast(failure error: any Error, in language: PageLanguage) {
    toast(language.text(error), kind: .failure, duration: .long)
  }
}

extension PageState {
  /// Shows around a page that its content is being loaded, and tells a failure in a toast; to be cancelled is none.
  func load(
    in language: PageLanguage, whenEmpty empty: EmptyState? = nil,
    _ body: @MainActor () async throws -> Bool
  ) async {
    do { try await load(whenEmpty: empty, body) } catch is CancellationError {} catch {
      prompts.toast(failure: error, in: language)
    }
  }
}
