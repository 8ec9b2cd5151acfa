import ViewModels

// Errors of view-models: English in their own words, Chinese by their codes.

extension Message {
  /// Creates the message of an error that does not come from a schema.
  init(refusal error: ViewModelError) {
    let chinese =
      switch error.code {
      case .typeMismatch: "值的类型不对"
      case .readOnly: "这个成员不能设置"
      case .notReadable: "这个成员没有值"
      case .arguments: "参数不符合要求"
      case .notEncodable: "值无法编码"
      case .inUse: "页面已经在某个导航栈里"
      case .ended: "它已经结束；请创建新的"
      case .notInStack: "页面不在最前面的导航栈里"
      case .empty: "至少需要一个页面"
      case .noTab: "没有这个标签页"
      case .duplicateTab: "两个标签页不能同名"
      case .atRoot: "已经是导航栈里的第一页"
      case .notPresenting: "没有模态页"
      case .badURL: "这不是此程序的 URL"
      case .unknownRoute: "没有这个路径的页面"
      case .badParameter: "缺少参数，或参数的类型不对"
      case .notMade: "无法创建这个路径的页面"
      case .noSection: "没有这个分区"
      case .noRow: "没有这一行"
      case .duplicateCell: "列表里已经有这个单元格"
      case .duplicateSection: "列表里已经有这个分区"
      case .notInList: "它不在这个列表里；请先加入"
      case .noPage: "没有这一页"
      case .gone: "它已经不在：已回答、已消失或从未有过"
      case .otherAnswer: "这个提问需要用另一种方式回答"
      case .noChoice: "没有这个选项"
      case .badChoices: "没有选项，或选项太多"
      }
    let instead =
      switch error.available {
      case nil: ""
      case .positions(let count, let asked, let section):
        "：\(section.map { "分区 \($0) 的" } ?? "")下标 \(asked)，"
          + (count == 0 ? "这里一个也没有" : count == 1 ? "只能写 0" : "可以写 0 到 \(count - 1)")
      case .names([], let asked): "：\(asked)，这里一个也没有"
      case .names(let names, let asked): "：\(asked)，这里有 \(names.joined(separator: "、"))"
      }
    let causes = [error.cause].compactMap(\.self).map {
      Message("：\(Message($0))", "：\(Message($0))")
    }
    self.init("\(error.message)", "\(chinese)\(causes)\(instead)", key: "viewModelError")
  }
}
