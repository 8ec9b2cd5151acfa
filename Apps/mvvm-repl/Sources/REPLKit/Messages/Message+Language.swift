// Messages about text that is not valid in the language.

extension Message {
  static func isExpected(_ wanted: Message, not found: Message) -> Self {
    Self("\(wanted) is expected here, not \(found)", "这里应是 \(wanted)，而不是 \(found)")
  }
  static func isNotExpected(_ found: Message) -> Self {
    Self("\(found) is not expected here", "这里不应有 \(found)")
  }
  static func unexpectedCharacter(_ character: String) -> Self {
    Self("unexpected character '\(character)'", "意外的字符“\(character)”")
  }
  static var openComment: Self { Self("this comment is not closed", "注释没有结束") }
  static var openText: Self { Self("this string is not closed", "字符串没有结束") }
  static var openString: Self { Self("this string is not closed", "字符串没有结束") }
  static var addressIsText: Self { Self("an address is a string", "网址是字符串") }
  static var noEscape: Self { Self("this is not an escape sequence", "没有这种转义") }
  static var blockOnOwnLines: Self {
    Self("a string between \"\"\" starts and ends on lines of its own", "\"\"\" 之间的内容要另起行开始和结束")
  }
  static var indentedLess: Self {
    Self("this line is indented less than the closing \"\"\"", "这一行的缩进比结尾的 \"\"\" 少")
  }
  static func stringsTooDeep(_ limit: Int) -> Self {
    Self("strings can be nested at most \(limit) deep", "字符串最多嵌套 \(limit) 层")
  }
  static func expressionsTooDeep(_ limit: Int) -> Self {
    Self("expressions can be nested at most \(limit) deep", "表达式最多嵌套 \(limit) 层")
  }
  static var expressionTooLong: Self { Self("this expression is too long", "表达式太长") }
  static func numberDoesNotFit(_ digits: String) -> Self {
    Self("'\(digits)' is not a valid number", "“\(digits)”不是有效的数字")
  }
  static func noNumberOrDuration(_ text: String) -> Self {
    Self("'\(text)' is neither a number nor a duration", "“\(text)”既不是数字也不是时长")
  }
  static func durationTooLong(_ text: String) -> Self {
    Self("'\(text)' is too long", "时长“\(text)”太长")
  }
  static var noInterval: Self {
    Self("an interval must be longer than zero", "间隔要大于零")
  }
  static var resultWantsNumber: Self {
    Self("'$' is followed by the number of a result", "“$”后面是结果的编号")
  }
  static func wordOfLanguage(_ name: String) -> Self {
    Self("'\(name)' is a reserved word", "“\(name)”是语言的保留词")
  }
  static var derivedWithoutType: Self {
    Self("a derived value is declared with let and without a type", "派生值用 let 声明，不写类型")
  }
  static var backgroundHasNoOutput: Self {
    Self("a command in the background cannot have a filter or a file", "后台执行的命令不能带过滤器或文件")
  }
  static func noFilter(_ name: String) -> Self {
    Self("there is no filter '\(name)'", "没有“\(name)”这个过滤器")
  }
  static func noConverter(_ name: String) -> Self {
    Self("there is no converter '\(name)'", "没有“\(name)”这个转换器")
  }
  static func noForm(_ name: String) -> Self {
    Self("a watch cannot be shown as '\(name)'", "没有“\(name)”这种观察形式")
  }
  static var numberFromOne: Self { Self("a number of 1 or more is expected here", "这里需要 1 或更大的整数") }
  static var oneStepOrThree: Self {
    Self(
      "Write undo for one step, undo 3 for three; redo likewise.", "一步写 undo，三步写 undo 3；redo 同样。")
  }
  static func sayAbout(_ verb: String) -> Self {
    Self("say what '\(verb)' applies to", "请说明“\(verb)”的对象")
  }
  static var sayWhatEnds: Self { Self("say what to end", "请说明要结束什么") }
  static var sayWhoseMarbles: Self { Self("say which values to draw as marbles", "请说明要画哪些值的弹珠图") }
  static func fullWidthSigns(_ signs: [String]) -> Self {
    let signs = signs.joined(separator: " ")
    return Self("Swift uses other characters for \(signs)", "这里的 \(signs) 不是 Swift 所用的字符")
  }
  static func writeInstead(of names: [String], _ signs: [String]) -> Self {
    let names = names.joined(separator: " ")
    let signs = signs.joined(separator: " ")
    return Self("Write \(signs) instead of \(names).", "把 \(names) 改成 \(signs)。")
  }
  static func writeSpaceInstead(of name: String) -> Self {
    Self("Write a space instead of \(name).", "把 \(name) 改成空格。")
  }
  static func leaveOut(_ name: String) -> Self { Self("Leave out \(name).", "去掉 \(name)。") }
  static var isNoStatement: Self { Self("this is not a statement", "这不是语句") }
  static func notWrittenSo(_ word: String) -> Self {
    Self("'\(word)' is not used here", "这里不写“\(word)”")
  }
}

// MARK: - What is expected

extension Message {
  /// The quoted form of a typed token.
  static func quoted(_ text: String) -> Self { Self("'\(text)'", "“\(text)”") }
  static var aValue: Self { Self("a value", "值") }
  static var aName: Self { Self("a name", "名字") }
  static var aType: Self { Self("a type", "类型") }
  static var aFilter: Self { Self("a filter", "过滤器") }
  static var aNumber: Self { Self("a number", "数字") }
  static var aDuration: Self { Self("a duration", "时长") }
  static var aForm: Self { Self("a way to show it", "观察形式") }
  static var aConverter: Self { Self("a converter", "转换器") }
  static var aStatement: Self { Self("a statement", "语句") }
  static var aMemberName: Self { Self("a member's name", "成员名") }
  static var aModelName: Self { Self("the name of a model", "模型名") }
  static var nothingMore: Self { Self("nothing more", "结尾") }
  static var numberOfThing: Self { Self("a number after '#'", "“#”后面的数字") }
  static var endOfLine: Self { Self("the end of the line", "行尾") }
  static var endOfInput: Self { Self("the end of the input", "输入的结尾") }
  static var aString: Self { Self("a string", "字符串") }
  static var this: Self { Self("this", "这个") }
  static var anArrow: Self { Self("'<->' or '->'", "“<->”或“->”") }
  static var colonAndValue: Self { Self("':' and a value", "“:”和值") }
  static var equalsAndValue: Self { Self("'=' and a value", "“=”和值") }
  static var numberOfChange: Self { Self("'#' and the number of a change", "“#”和变化的编号") }
  static var otherValue: Self {
    Self("':' and the other value of the condition", "“:”和条件的另一个值")
  }
  static var endOfSubscript: Self { Self("']' to close the subscript", "结束下标的“]”") }
  static var endOfCall: Self { Self("')' to close the call", "结束调用的“)”") }
  static var endOfParenthesis: Self { Self("')' to close the parenthesis", "结束括号的“)”") }
  static var endOfArray: Self { Self("']' to close the array", "结束数组的“]”") }
  static var endOfType: Self { Self("']' to close the type", "结束类型的“]”") }
  static var endOfBody: Self { Self("'}' to close the body", "结束花括号的“}”") }
  static var endOfClosure: Self { Self("'}' to close the closure", "结束闭包的“}”") }
}

// MARK: - How it is written

extension Message {
  /// The advice to write something in one of several ways.
  static func write(_ examples: String...) -> Self {
    guard let last = examples.last, examples.count > 1 else {
      return Self("Write \(examples.joined()).", "写成 \(examples.joined())。")
    }
    let others = examples.dropLast()
    return Self(
      "Write \(others.joined(separator: ", ")) or \(last).",
      "写成 \(others.joined(separator: "、")) 或 \(last)。")
  }
  static func forExample(_ example: String) -> Self {
    Self("For example \(example)", "例如 \(example)")
  }
  static var writeResult: Self {
    Self("Write $1 for the first one, _ for the last.", "第一个写 $1，最后一个写 _。")
  }
  static var writeBinding: Self {
    Self(
      "Write bind form.phone <-> other.phone, or -> for one way.",
      "写成 bind form.phone <-> other.phone；单向用 ->。")
  }
  static var closeComment: Self { Self("Close it with */.", "用 */ 结束。") }
  static var closeBlock: Self {
    Self("Close it with \"\"\" on a line of its own.", "在单独一行用 \"\"\" 结束。")
  }
  static var closeString: Self { Self("Close it with \" on the same line.", "在同一行用 \" 结束。") }
  static var breakAfterQuotes: Self { Self("Break the line after \"\"\".", "在 \"\"\" 之后换行。") }
  static var indentAsFar: Self { Self("Indent it as far as that.", "缩进到同样的位置。") }
  static var knownEscapes: Self {
    Self(
      "Supported: \\n \\t \\r \\0 \\\\ \\\" \\' \\u{4E2D} and \\(value).",
      "可用的有 \\n \\t \\r \\0 \\\\ \\\" \\' \\u{4E2D} 和 \\(value)。")
  }
  static var nameAPart: Self { Self("Give a part of it a name with let first.", "先用 let 给一部分起名。") }
  static var doubleQuotes: Self {
    Self("Put strings in double quotes: \"186\".", "字符串要用双引号：\"186\"。")
  }
  static var doubleQuotesStand: Self {
    Self("Put strings in double quotes:", "字符串要用双引号：")
  }
  static var removeOrQuote: Self {
    Self("Remove it, or put it in quotes if it belongs to a string.", "删掉它；若属于字符串则加引号。")
  }
  static func numbersGoTo(_ most: Double) -> Self {
    Self(
      "Numbers go up to \(most); put digits that are text in quotes.",
      "数字最大为 \(most)；作为字符串的数字要加引号。")
  }
  static var argumentsAreNumbered: Self {
    Self(
      "The arguments of a closure are $0 and $1: { $0 + 1 }.", "闭包的参数写作 $0 和 $1：{ $0 + 1 }。")
  }
  static func digitsBehind(_ prefix: String, _ digits: String, like example: String) -> Self {
    Self(
      "After \(prefix) come the digits \(digits), as in \(example).",
      "\(prefix) 后面是数字 \(digits.replacing(", ", with: "、"))，如 \(example)。")
  }
  static func wholeNumbersGoTo(_ most: Int) -> Self {
    Self(
      "Whole numbers go up to \(most); put digits that are text in quotes.",
      "整数最大 \(most)；作为字符串的数字要加引号。")
  }
  static var durationsEndIn: Self {
    Self(
      "Durations end in ms, s, m or h: 250ms, 1.5s, 2m, 1h.", "时长以 ms、s、m 或 h 结尾：250ms、1.5s、2m、1h。")
  }
  static var durationsAreShorter: Self {
    Self("Durations are shorter than thirty years.", "时长必须短于三十年。")
  }
  static var commaBetweenPaths: Self {
    Self(
      "Write a comma between two of them, or ; between two statements.",
      "两项之间用逗号，两条语句之间用 ;。")
  }
  static var oneStatementALine: Self {
    Self("Put each statement on its own line, or ; between them.", "每条语句单独一行，或用 ; 隔开。")
  }
  static var filterOnlyShows: Self {
    Self(
      "A filter shows a value and gives none that could be named; name what stands before it.",
      "过滤器只显示值，它的结果不能命名；请命名它前面的值。")
  }
  static func inSwift(_ text: String) -> Self { Self("In Swift: \(text)", "用 Swift 写：\(text)") }
  static var withPlainSigns: Self { Self("Write it like this:", "改成：") }
  static var withoutSigns: Self { Self("Leave it out:", "去掉它：") }
  static var whatThereIs: Self { Self("To see what there is:", "查看可以输入什么：") }
  static var inSwift: Self { Self("In Swift:", "用 Swift 写：") }
  static var wordsHaveColon: Self { Self("Tool commands start with a colon.", "工具命令以冒号开头。") }
  static func notInLanguage(_ word: String) -> Self {
    Self("'\(word)' is not supported here", "这里不支持“\(word)”")
  }
  /// The equivalent of a Swift statement.
  static func insteadOf(_ word: String) -> Self {
    switch word {
    case "import":
      Self("Nothing has to be imported: :types lists what can be made.", "不需要导入：:types 列出可以创建的。")
    case "return":
      Self("Leave it out: an expression alone shows its value.", "去掉它：单独的表达式会显示它的值。")
    case "func", "struct", "class", "enum", "protocol", "extension", "actor", "typealias", "final",
      "public",
      "private":
      Self(
        "Write types and functions in a package, which mvvm-repl new makes. let n = { a + b } derives a value.",
        "类型和函数写在包的源代码里，mvvm-repl new 可以创建包。let n = { a + b } 定义一个派生值。")
    default:
      Self(
        "One statement per line: [1, 2].map { $0 * 2 } instead of loops, a ? b : c instead of if.",
        "每行一条语句：用 [1, 2].map { $0 * 2 } 代替循环，用 a ? b : c 代替 if。")
    }
  }
  static var oneNameEach: Self {
    Self("Declare one name at a time: let a = 1; let b = 2", "一次声明一个名字：let a = 1; let b = 2")
  }
  static var typeTheValue: Self {
    Self("Type the value alone; it need not have a name.", "直接输入这个值；不需要名字。")
  }
  static var typesAreAskedFor: Self {
    Self("form? shows a value's type; nothing is converted.", "form? 会显示值的类型；这里没有类型转换。")
  }
  static var replaceEllipsis: Self {
    Self("Write your own value in place of ….", "把 … 换成你自己的值。")
  }
  static var numbersHaveASign: Self { Self("write # before a number here", "这里的编号前面要写 #") }
  static func wordsHaveColon(_ text: String) -> Self {
    Self("Tool commands start with a colon: \(text)", "工具命令以冒号开头：\(text)")
  }
  static var typeTheName: Self {
    Self("Type the name alone to see its value.", "直接输入名字就能看到它的值。")
  }
  static var dotOnLineBefore: Self {
    Self(
      "Write the dot and the name on the line of what they belong to: [1, 2].count.",
      "把点和名字写在它们所属的那一行：[1, 2].count。")
  }
  static var chooseAnotherName: Self { Self("Choose another name.", "换一个名字。") }
  static func filterTakesNothing(_ name: String) -> Self {
    Self("nothing may follow the filter '\(name)'", "过滤器“\(name)”后面不能再写内容")
  }
  static var leaveItOut: Self { Self("Leave it out.", "去掉它。") }
  static var leaveOutAmpersand: Self {
    Self("Leave out the &, or show the result once it has arrived.", "去掉 &，或等结果出来再显示。")
  }
  static var pressTab: Self { Self("Press Tab to see the members.", "按 Tab 查看成员。") }
}
