import Bindings
import ViewModels

// Messages of lower layers: worded here from their data, or else in their own words.

/// An error with a message in every language, for errors of the layers below a host.
public protocol WordedError: Error {
  /// The description of the error.
  var worded: Message { get }
  /// The advice where to find more, for the error of a command; `nil` by default.
  var help: Message? { get }
}

extension WordedError {
  /// No advice.
  public var help: Message? { nil }
}

extension Message {
  /// Creates the message of an error; an error of an unknown type describes itself.
  public init(_ error: any Error) {
    switch error {
    case let error as Message: self = error
    case let error as any WordedError: self = error.worded
    case let error as Diagnostic: self = error.message
    case let error as ViewModelError:
      self =
        (error.problem as? SchemaProblem).map { Message($0, error.message) }
        ?? Message(refusal: error)
    default: self.init(verbatim: "\(error)")
    }
  }

  private init(_ problem: SchemaProblem, _ english: String) {
    let chinese: Wording =
      switch problem {
      case .mismatch(.null, let wanted): "这里需要 \(wanted)，不能是 nil。"
      case .mismatch(let value, let wanted):
        "这里需要 \(wanted)；\(value) 是 \(value.type)。\(wanted.chineseAdvice(against: value))"
      case .secretMismatch(let wanted): "这里需要 \(wanted)；给出的机密值是另一种类型。"
      case .commandIsNotReadable(let name, let call): "\(name) 是命令，没有值。写 \(call) 来执行。"
      case .commandIsNotSettable(let name, let call): "\(name) 是命令。写 \(call) 来执行。"
      case .childIsNotSettable(let name): "\(name) 本身是视图模型；请设置它的成员。"
      case .typeIsNotSettable(let name, let type):
        "\(type) 在这里写不出来，所以不能设置 \(name)。请改用符合 Codable 的类型（枚举则符合 CaseIterable）。"
      case .derivedIsNotSettable(let name): "\(name) 由其他成员派生，不能设置。请设置它的来源。"
      case .outputIsNotSettable(let name): "\(name) 只由视图模型自己设置：请执行设置它的命令。"
      case .constantIsNotSettable(let name): "\(name) 是常量，不会改变。请另建一个视图模型，或把它改为 var。"
      case .serviceIsMissing(let service, let owner, let line):
        "\(owner) 需要 \(service)，它在这里写不出来。请提供它：\(line)"
      case .serviceIsNotMade(let service, let owner, let reason):
        "\(owner) 需要的 \(service) 没有做成：\(reason)"
      case .serviceIsGiven(let service): "\(service) 在这里写不出来，请省略它。"
      case .inputIsNotWritable(let type, let name):
        "\(type) 在这里写不出来，所以不能按名字执行 \(name)。请改用符合 Codable 的类型（枚举则符合 CaseIterable）。"
      case .call(let name, let parameters): "请这样调用 \(name)：\(name)(\(parameters))。"
      }
    self.init("\(english)", chinese, key: "viewModelError")
  }

  @MainActor
  init(_ issue: GraphIssue) {
    if issue.code == .unobservedError {
      let name = issue.nodes.first.map(\.name) ?? ""
      let part = ".lastError"
      let command = name.hasSuffix(part) ? String(name.dropLast(part.count)) : name
      self = issue.cause.map { .failed(command, Message($0)) } ?? .failed(command)
      return
    }
    let names = issue.nodes.map { "“\($0.name)”" }
    let (first, last) = (names.first ?? "", names.last ?? "")
    let chinese: Wording =
      switch issue.code {
      case .cycle: "\(names.joined(separator: "和"))依赖自己的值；沿用了这次计算之前的值。"
      case .noFixedPoint: "观察者不断改变自己读取的值：\(names.joined(separator: " -> "))。最后的值留下；请让写入最终停止。"
      case .writeInComputed: "\(first)在计算自己的值时写了\(last)；写入被丢弃。请把它写成派生值，或在观察者或命令里写。"
      case .observerInComputed: "\(first)在计算自己的值时建立了观察者；它没有建立。请在用到派生值的地方观察。"
      case .unobservedError: ""
      case .duplicateIdentity: "\(first)得到的行里有已存在的标识；每个标识只留一行。请让标识唯一，或更新已有的行。"
      case .foreignGraph: "\(first)读取了另一个依赖图的\(last)，不会得知它的变化。请把两者建在同一个依赖图里，或观察另一个。"
      case .deepSignal:
        "一个信号接连用了太多运算符（flatMap 产生的信号的运算符也算在内），调用栈可能放不下；它立即结束。请让一个运算符做几个的事；要重复，就把下一轮送到信号源，不要让 flatMap 的函数调用自己。"
      }
    // Source places in the tool are left out: typed code has no source place, and the tool's own places help nobody.
    let english = issue.nodes.compactMap(\.source).filter { $0.hasPrefix(Self.module) }
      .reduce(issue.message) { $0.replacing(" (\($1))", with: "") }
    self.init("\(english)", chinese, key: issue.code.rawValue)
  }

  private static let module = #fileID.prefix { $0 != "/" } + "/"
}

extension ValueType {
  /// Returns the advice for a value of another type: the literal to write instead.
  fileprivate func chineseAdvice(against value: DynamicValue) -> String {
    switch (self, value) {
    case (.string, .int), (.string, .double), (.string, .bool): "写成 \"\(value)\"。"
    case (.int, .string(let text)): Int(text).map { "写成 \($0)，不加引号。" } ?? ""
    case (.double, .string(let text)):
      (Int(text).map { "\($0)" } ?? Double(text).flatMap { $0.isFinite ? "\($0)" : nil })
        .map { "写成 \($0)，不加引号。" } ?? ""
    case (.bool, _): "写 true 或 false。"
    case (.int, .double): "写一个没有小数的数。"
    case (.choice(_, let cases), _): "写 \(cases.map { ".\($0)" }.joined(separator: " 或 "))。"
    case (.named("Date"), _): "写 \"2026-01-02\" 或 \"2026-01-02T10:00:00Z\"。"
    case (.optional(let wrapped), _): wrapped.chineseAdvice(against: value)
    default: ""
    }
  }
}

extension Rejection {
  /// The reasons why the command did not start.
  var told: [Message] {
    code == .busy ? [.isExecuting] : falseConditions.map { .isFalse($0) }
  }
}

extension ExecutableCommand {
  /// The reasons why the command cannot run now.
  var reasons: [Message] {
    let conditions = falseConditions
    return conditions.map { .isFalse($0) }
      + (disabledReasons.count > conditions.count ? [.isExecuting] : [])
  }
}

extension Diagnostic {
  /// Returns the error in a language, with the kind of the error if the message has no translation.
  func text(in language: HelpLanguage) -> String {
    let text = message.text(in: language)
    guard language == .chinese, message.isVerbatim, text == message.description else { return text }
    return "\(code.chineseTitle)：\(text)"
  }
}
