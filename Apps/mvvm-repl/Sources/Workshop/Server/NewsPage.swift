/// A page of the car news: `newslist-pm1-c0-nt3-p4-s30-l<cursor>.json`, where the cursor is the
/// `lasttime` of the last article known, or 0 for the first page.
struct NewsPage {
  private let size: Int
  private let cursor: String

  /// Reads size and cursor from the last part of the path.
  init?(_ name: String) {
    guard name.hasPrefix("newslist-"), name.hasSuffix(".json") else { return nil }
    let parts = name.dropFirst("newslist-".count).dropLast(".json".count).split(separator: "-")
    guard let size = parts.first(where: { $0.hasPrefix("s") }).flatMap({ Int($0.dropFirst()) }),
      (1...100).contains(size),
      let cursor = parts.last, cursor.hasPrefix("l"), cursor.dropFirst().allSatisfy(\.isNumber)
    else { return nil }
    self.size = size
    self.cursor = String(cursor.dropFirst())
  }

  var answer: CarHome {
    let all = SampleData.news
    // The newest comes first; a cursor is the time of the last article seen.
    let rest = cursor == "0" ? all[...] : all.drop { $0.lasttime >= cursor }
    return CarHome(
      result: CarHome.Result(
        isloadmore: rest.count > size, rowcount: all.count, headlineinfo: CarHome.Result.Empty(),
        focusimg: [], newslist: Array(rest.prefix(size)), topnewsinfo: CarHome.Result.Empty()),
      returncode: 0, message: "")
  }
}
