import ViewModels

// Messages about values: operators, calls of their members, filters, documents and files.

extension Message {
  static var nothingThere: Self { Self("no value", "没有值") }
  static func cannotApply(_ symbol: String, _ type: ValueType) -> Self {
    Self("'\(operator: symbol)' cannot be applied to \(type)", "“\(operator: symbol)”不能用于 \(type)")
  }
  static func doesNotGo(_ symbol: String, _ left: ValueType, _ right: ValueType) -> Self {
    Self(
      "'\(operator: symbol)' cannot be applied to \(left) and \(right)",
      "“\(operator: symbol)”不能用于 \(left) 和 \(right)")
  }
  static func doesNotGo(_ filter: String, _ type: ValueType) -> Self {
    Self("'\(filter)' cannot be applied to \(type)", "“\(filter)”不能用于 \(type)")
  }
  static var putValueIntoText: Self {
    Self("Put a value into a string with \"\\(value)\".", "用 \"\\(value)\" 把值放进字符串。")
  }
  static var resultTooLarge: Self {
    Self("the result is too large for an Int", "结果超出 Int 的范围")
  }
  static var divisionByZero: Self { Self("division by zero", "除以零") }
  static func rangeTooLong(_ limit: Int, _ count: Int) -> Self {
    Self(
      "a range has at most \(limit) numbers; this has \(count)", "范围最多 \(limit) 个数；这里有 \(count) 个")
  }
  static func hasNoRanges(_ type: ValueType) -> Self {
    Self("\(type) has no ranges of elements", "\(type) 不能取一段元素")
  }
  static func rangeGoesBeyond(_ count: Int) -> Self {
    Self("the range goes beyond the last of \(count, "element")", "范围超出了现有的 \(count) 个元素")
  }
  static var rangeNeedsBothBounds: Self {
    Self(
      "a range with one bound can only be an index, as in list[1...]", "只有一端的范围只能用作下标，如 list[1...]")
  }
  static var rangeOfWholeNumbers: Self {
    Self("a range goes from one whole number to another", "范围的两端是整数")
  }
  static func rangeEmptyOrTooLong(_ lower: Int, _ upper: Int) -> Self {
    Self("the range \(lower) to \(upper) is empty or too long", "从 \(lower) 到 \(upper) 的范围为空或太长")
  }
  static func noElement(_ index: Int, ofArray count: Int) -> Self {
    Self(
      "there is no element \(index); the array has \(count)", "没有下标为 \(index) 的元素；共有 \(count) 个")
  }
  static func noElement(_ index: Int, ofList count: Int) -> Self {
    Self("there is no element \(index); the list has \(count)", "没有下标为 \(index) 的元素；列表有 \(count) 个")
  }
  static var elementsHaveNumbers: Self {
    Self("elements of a list are numbered", "列表的元素用数字编号")
  }
  static var charactersHaveNoNumbers: Self {
    Self("the characters of a string are not numbered", "字符串里的字符没有编号")
  }
  static var writeRange: Self { Self("Write a range: text[0..<1].", "请写范围：text[0..<1]。") }
  static func noElementOfType(_ base: ValueType, _ type: ValueType) -> Self {
    Self("\(base) has no element of type \(type)", "\(base) 没有类型为 \(type) 的下标")
  }
  static var noValue: Self { Self("nothing", "没有值") }
  static var isNil: Self { Self("this is nil", "这里是 nil") }
  static var writeDefault: Self {
    Self("Add ?? and a default value.", "加上 ?? 和默认值。")
  }
  static var writeOptional: Self { Self("Write ?. to get nil instead.", "写 ?. 就得到 nil。") }
  static var setItWithEquals: Self { Self("Set it with =:", "用 = 设置：") }
  static var isNoValue: Self { Self("this is not a value", "这不是值") }
  static func valueWanted(_ type: String) -> Self {
    Self("a value is expected here; this is \(a: type)", "这里需要一个值；这是一个 \(type)")
  }
  static func isWanted(_ type: ValueType, thisIs found: String) -> Self {
    Self("\(type) is expected here; this is \(a: found)", "这里需要 \(type)；这是一个 \(found)")
  }
  static func isWanted(_ type: ValueType, _ value: String, is found: ValueType) -> Self {
    Self("\(type) is expected here; \(value) is \(found)", "这里需要 \(type)；\(value) 是 \(found)")
  }
  static func typesDiffer(_ name: String, _ type: ValueType, _ value: String, _ found: ValueType)
    -> Self
  {
    Self("'\(name)' is \(type); \(value) is \(found)", "“\(name)”是 \(type)；\(value) 是 \(found)")
  }
  static func isWanted(_ type: ValueType) -> Self {
    Self("\(type) is expected here", "这里需要 \(type)")
  }
  static var writeDate: Self {
    Self(
      "Write a day, \"2026-01-02\", or a time with its zone, \"2026-01-02T10:00:00Z\".",
      "写日期 \"2026-01-02\"，或带时区的时间 \"2026-01-02T10:00:00Z\"。")
  }
  static var returnsNothing: Self { Self("this returns nothing", "这里没有返回值") }
  static var returnsNothingToShow: Self {
    Self("this returns nothing to show", "没有可以显示的返回值")
  }
  static var returnsNothingToName: Self {
    Self("this returns nothing to name", "没有可以命名的返回值")
  }
  static var closureIsNoValue: Self {
    Self("a closure is not a value of its own", "闭包本身不是值")
  }
  static var whereClosuresGo: Self {
    Self(
      "Pass it to map, filter, sorted, first, contains or allSatisfy.",
      "写在 map、filter、sorted、first、contains 或 allSatisfy 后面。")
  }
  static var conditionIsBool: Self { Self("a condition is a Bool", "条件是 Bool") }
  static func conditionIsBool(_ type: ValueType) -> Self {
    Self("a condition is a Bool; this is \(type)", "条件是 Bool；这里是 \(type)")
  }
  static func arrayWanted(_ type: ValueType) -> Self {
    Self("an array is expected here, not \(type)", "这里需要数组，而不是 \(type)")
  }
  static var valuesAreArray: Self { Self("the values are an array", "这些值要写成数组") }
  static var keysAreTexts: Self { Self("keys are strings here", "这里的键是字符串") }
  static func doesNotFitInt(_ value: DynamicValue) -> Self {
    Self("\(value) does not fit into an Int", "\(value) 超出 Int 的范围")
  }
  static var closureHasOneArgument: Self {
    Self("this closure has one argument, $0", "这个闭包只有一个参数 $0")
  }
  static var onlySortedHasTwo: Self {
    Self(
      "Only sorted passes two arguments; name a result before you use it in a closure.",
      "只有 sorted 传入两个参数；要在闭包里用某个结果，先给它命名。")
  }
  static func printHasNoArgument(_ label: String) -> Self {
    Self("print has no argument '\(label)'", "print 没有参数“\(label)”")
  }
  static var separatorIsText: Self { Self("a separator is a string", "分隔符是字符串") }
  static func madeOfNumberOrText(_ type: String) -> Self {
    Self("\(type) is created from a number or a string", "\(type) 由数字或字符串创建")
  }
  static var boolIsMadeOfText: Self {
    Self("Bool is created from true, false or a string", "Bool 由 true、false 或字符串创建")
  }
  static func notTheArguments(_ name: String) -> Self {
    Self("these arguments do not fit \(name)", "\(name) 的参数不是这样")
  }
  static var noExpressionToEvaluate: Self {
    Self("there is no expression to evaluate", "没有可以求值的表达式")
  }
  static var onlyExpressionsInPlace: Self {
    Self(
      "Only an expression is evaluated in place; press Enter to run the rest.",
      "这里只能求表达式的值；其余按回车执行。")
  }
  static var nothingRunsInPlace: Self {
    Self("Nothing is executed in place; press Enter for that.", "这里不执行语句；按回车执行。")
  }
}

// MARK: - Filters

extension Message {
  static var wantsArray: Self { Self("It needs an array.", "需要数组。") }
  static var wantsArrayOrText: Self {
    Self("It needs an array or a string.", "需要数组或字符串。")
  }
  static var wantsArrayTextOrDictionary: Self {
    Self("It needs an array, a string or a dictionary.", "需要数组、字符串或字典。")
  }
  static var onePage: Self { Self("there is only one page", "只有一页") }
  static func pages(_ count: Int) -> Self { Self("there are \(count) pages", "共有 \(count) 页") }
  static func elements(_ count: Int) -> Self {
    Self("\(count, "element")", "\(count) 个元素")
  }
  static var numberOfElementsWanted: Self {
    Self("a number of elements is expected here", "这里需要元素的个数")
  }
  static func moreRows(_ count: Int) -> Self {
    Self("and \(count) more: | table", "还有 \(count) 行：| table")
  }
  static func emptyColumns(_ names: [String]) -> Self {
    Self("empty columns: \(names)", "空列：\(names)")
  }
  static var cellsAreCut: Self { Self("… is cut: | table shows all", "… 处被截断：| table 显示全部") }
  static func moreDiffer(_ count: Int) -> Self {
    Self("and \(count) more differ", "还有 \(count) 处不同")
  }
  static var textWanted: Self { Self("a string is expected here", "这里需要字符串") }
  static var memberNameWanted: Self {
    Self("the name of a member is expected here", "这里需要成员的名字")
  }
  static func noElementHasMember(_ name: String) -> Self {
    Self("no element has a member '\(name)'", "没有一个元素有成员“\(name)”")
  }
  static var sortAlone: Self {
    Self("These elements have none; write | sorted alone.", "这些元素没有成员；只写 | sorted。")
  }
  static var textCannotBeFiltered: Self { Self("text cannot be filtered further", "文本不能再过滤") }
  static var textFiltersLast: Self {
    Self(
      "Put table, json, tree or csv last; copy and page may follow them.",
      "table、json、tree、csv 放在最后；后面还可以接 copy 和 page。")
  }
  static var noTerminalToCopy: Self {
    Self("there is no terminal to copy through", "没有可以用来复制的终端")
  }
  static func tooManyBytesToCopy(_ count: Int) -> Self {
    Self(
      "\(count) bytes are too many to copy through a terminal", "\(count) 字节太多，不能通过终端复制")
  }
  static func copied(_ count: Int) -> Self {
    Self("copied \(count, "character")", "已复制 \(count) 个字符")
  }
  static var writeToFile: Self {
    Self("Write it to a file: | json > \"out.json\"", "写到文件里：| json > \"out.json\"")
  }
}

// MARK: - Documents and files

extension Message {
  static var documentWanted: Self {
    Self("the name of a document, or JSON, is expected here", "这里需要文档的名字或 JSON")
  }
  static var cannotDecodeHere: Self {
    Self("a document cannot be decoded here", "这里不能解码文档")
  }
  static var decodeFirst: Self {
    Self("Decode it first: let news = decode …", "先解码：let news = decode …")
  }
  static func isNoModel(_ model: String) -> Self {
    Self("this is not \(a: model)", "这不是 \(model)")
  }
  static func decodeLossy(_ model: String) -> Self {
    Self(
      "decode \(model) lossy from … drops what does not fit.",
      "decode \(model) lossy from … 会丢弃不符合的部分。")
  }
  static func lossyBehindModel(_ model: String) -> Self {
    Self("'lossy' comes after the model, \(model)", "“lossy”写在模型 \(model) 后面")
  }
  static var inThisOrder: Self { Self("In this order:", "顺序应为：") }
  static func cannotReadDocument(_ error: Message) -> Self {
    Self("the document cannot be read: \(error)", "文档无法读取：\(error)")
  }
  static func droppedOrReplaced(_ count: Int) -> Self {
    Self("Dropped or replaced: \(count)", "丢弃或替换：\(count)")
  }
  static func whatIsWrong(_ count: Int) -> Self { Self("What is wrong: \(count)", "问题：\(count)") }
  static var fileNameIsText: Self { Self("the name of a file is a string", "文件名是字符串") }
  /// The message that a file cannot be written, with the system's reason.
  public static func cannotWrite(_ path: String, _ reason: Message) -> Self {
    Self("'\(path)' cannot be written: \(reason)", "“\(path)”无法写入：\(reason)")
  }
  static func cannotRead(_ path: String, _ reason: Message) -> Self {
    Self("'\(path)' cannot be read: \(reason)", "“\(path)”无法读取：\(reason)")
  }
  static var pipeIsUnread: Self { Self("nobody reads this pipe", "没有人读这个管道") }
  static var pipeIsLeft: Self { Self("nobody reads this pipe any more", "没有人再读这个管道了") }
  static var isFolder: Self { Self("it is a folder", "它是文件夹") }
  static var noFileOfText: Self { Self("it is not a text file", "它不是文本文件") }
  static var noUTF8: Self { Self("it is not UTF-8 text", "它不是 UTF-8 文本") }
  static func wrote(_ path: String, lines: Int) -> Self {
    Self(
      "wrote \(path): \(lines, "line")",
      "已写入 \(path)：\(lines) 行")
  }
  static func added(to path: String, lines: Int) -> Self {
    Self(
      "added to \(path): \(lines, "line")",
      "已追加到 \(path)：\(lines) 行")
  }
  static func holdsSomethingElse(_ path: String) -> Self {
    Self("'\(path)' contains something else", "“\(path)”里有别的内容")
  }
  static func nameAnotherFile(_ statement: String) -> Self {
    Self("Choose another file, or overwrite it: \(statement)", "换一个文件名，或覆盖它：\(statement)")
  }
  static var nameAFile: Self { Self("name a file", "请写出文件名") }
}
