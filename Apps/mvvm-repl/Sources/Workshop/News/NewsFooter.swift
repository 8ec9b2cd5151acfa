import Foundation
import Models
import Networking
import ViewModels

/// The line below the car news, in the words of the old refresh footers.
struct NewsFooter {
  let text: String

  @MainActor
  init(_ language: CarNews.Language, older: PagerState, refresh: PagerState, at date: Date?) {
    let isEnglish = language == .english
    let state =
      if refresh.isLoading || older.isLoading {
        isEnglish ? "Loading…" : "正在加载…"
      } else if let error = refresh.error ?? older.error {
        isEnglish ? "Not loaded: \(Self.reason(error))" : "没有加载：\(Self.reason(error))"
      } else if older.isEnd {
        isEnglish ? "No more data" : "没有更多了"
      } else {
        isEnglish ? "more() loads more" : "more() 加载更多"
      }
    let time = date.map { Formatting.dateTime($0) } ?? (isEnglish ? "no record" : "无记录")
    text = "\(state)  \(isEnglish ? "Last update: " : "最后更新：")\(time)"
  }

  /// What a reader can do something about: not the address of the request.
  static func reason(_ error: any Error) -> String {
    (error as? NetworkError)?.message ?? "\(error)"
  }
}
