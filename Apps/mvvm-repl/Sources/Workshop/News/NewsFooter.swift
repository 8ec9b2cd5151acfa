import Foundation
import Models
import Networking
import REPLKit
import ViewModels

/// The line below the car news, in the words of the old refresh footers.
struct NewsFooter {
  let text: String

  @MainActor
  init(_ language: PageLanguage, older: PagerState, refresh: PagerState, at date: Date?) {
    let state =
      if refresh.isLoading || older.isLoading {
        language.text("Loading…", "正在加载…")
      } else if let error = refresh.error ?? older.error,
        case let reason = Self.reason(error, language)
      {
        language.text("Not loaded: \(reason)", "没有加载：\(reason)")
      } else if older.isEnd {
        language.text("No more data", "没有更多了")
      } else {
        language.text("more() loads more", "more() 加载更多")
      }
    let time = date.map { Formatting.dateTime($0) } ?? language.text("no record", "无记录")
    text = "\(state)  \(language.text("Last update: ", "最后更新："))\(time)"
  }

  /// The part of an error that a reader can act on, without the address of the request.
  static func reason(_ error: any Error, _ language: PageLanguage) -> String {
    (error as? NetworkError).map { language.text($0.advice) } ?? language.text(error)
  }
}
