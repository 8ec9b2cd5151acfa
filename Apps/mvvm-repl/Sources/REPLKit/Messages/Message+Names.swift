import ViewModels

// Messages about names, types, members and places.

extension Message {
  static func noName(_ name: String) -> Self { Self("there is no '\(name)'", "没有“\(name)”") }
  static func wordOfTool(_ name: String) -> Self {
    Self("'\(name)' is a tool command", "“\(name)”是工具命令")
  }
  static func isAType(_ name: String) -> Self { Self("\(name) is a type", "\(name) 是类型") }
  static func noType(_ name: String) -> Self {
    Self("there is no type '\(name)'", "没有“\(name)”这个类型")
  }
  static func noTypeOrCommand(_ name: String) -> Self {
    Self("there is no type or command '\(name)'", "没有“\(name)”这个类型或命令")
  }
  static func noModel(_ name: String) -> Self {
    Self("there is no model '\(name)'", "没有“\(name)”这个模型")
  }
  static func noMember(_ name: String, of owner: Message) -> Self {
    Self("\(owner) has no member '\(name)'", "\(owner) 没有成员“\(name)”")
  }
  static func command(_ name: String) -> Self { Self("the command \(name)", "命令 \(name)") }
  static func noCase(_ name: String, of type: String) -> Self {
    Self("\(type) has no case '\(name)'", "\(type) 没有枚举值“\(name)”")
  }
  static func noResult(_ number: Int) -> Self {
    Self("there is no result $\(number)", "没有结果 $\(number)")
  }
  static var noResultYet: Self { Self("there is no result yet", "还没有结果") }
  static func noThing(_ kind: Message, _ name: String) -> Self {
    Self(
      name.first == "#" ? "there is no \(kind) \(name)" : "there is no \(kind) '\(name)'",
      name.first == "#" ? "没有编号为 \(name) 的\(kind)" : "没有名为“\(name)”的\(kind)")
  }
  static var thereIsNone: Self { Self("There is none at all.", "现在一个也没有。") }
  static var job: Self { Self("job", "后台命令") }
  static var watch: Self { Self("watch", "观察") }
  static var binding: Self { Self("binding", "绑定") }
  static var snapshot: Self { Self("snapshot", "快照") }
  static func methodOf(_ name: String, _ type: ValueType) -> Self {
    Self("\(name) is a method of \(type)", "\(name) 是 \(type) 的方法")
  }
  static func valueOf(_ name: String, _ type: ValueType) -> Self {
    Self("\(name) is a value of \(type)", "\(name) 是 \(type) 的值")
  }
  static func isCommand(_ name: String) -> Self { Self("\(name) is a command", "\(name) 是命令") }
  static func isNoCommand(_ name: String, _ type: ValueType) -> Self {
    Self("\(name) is \(a: type), not a command", "\(name) 是 \(type)，不是命令")
  }
  static func isConstant(_ name: String) -> Self {
    Self("'\(name)' is a constant", "“\(name)”是常量")
  }
  static func followsAndCannotBeSet(_ name: String) -> Self {
    Self("'\(name)' is derived from other values and cannot be set", "“\(name)”由其他值派生，不能设置")
  }
  static func followsFromItself(_ name: String) -> Self {
    Self("'\(name)' cannot depend on itself", "“\(name)”不能从自己派生")
  }
  static func stateCannotBeSet(_ path: String) -> Self {
    Self("\(path) is set by the command alone", "\(path) 由命令决定，不能设置")
  }
  static var cannotReplaceViewModel: Self {
    Self("a view-model cannot be replaced from here", "视图模型不能在这里替换")
  }
  static var variableOrMemberWanted: Self {
    Self("a variable or a member of a view-model is expected here", "这里需要变量或视图模型的成员")
  }
  static var elementCannotBeSet: Self { Self("this element cannot be set", "这个元素不能设置") }
  static func wasNotSet(_ path: String, _ error: Message) -> Self {
    Self("\(path) was not set: \(error)", "\(path) 没有设置成功：\(error)")
  }
  static var noViewModelHere: Self { Self("there is no view-model here any more", "这里已经没有视图模型") }
  static func hasNoElements(_ type: String) -> Self {
    Self("\(type) has members, but no elements", "\(type) 有成员，没有元素")
  }
  static var secretWouldShow: Self {
    Self("a secret would be shown there", "机密值在那里会被显示出来")
  }
  static func secretStays(_ path: String, _ mask: String) -> Self {
    Self(
      "\(path) stays as it is: \(mask) stands for a secret.", "\(path) 保持不变：\(mask) 代表机密值。")
  }
  static func standsForSecret(_ mask: String) -> Self {
    Self("\(mask) stands for a secret, and is none itself", "\(mask) 代表机密值，它本身不是机密值")
  }
  static var typeTheSecret: Self {
    Self("Type the secret itself.", "请输入机密值本身。")
  }
  static func nameStandsForElse(_ name: String) -> Self {
    Self(
      "'\(name)' now means something else, not the tool's own object", "“\(name)”现在指别的对象，不再是工具自带的对象"
    )
  }
  static func nameWasLost(_ name: String, _ type: String) -> Self {
    Self("'\(name)' was \(a: type) before", "“\(name)”原来是 \(type)")
  }
}

// MARK: - What was probably meant

extension Message {
  static func didYouMean(_ names: [String]) -> Self {
    Self("Did you mean \(oneOf: names)?", "是不是\(oneOf: names)？")
  }
  static func thereAre(_ names: [String]) -> Self { Self("Available: \(names)", "现有：\(names)") }
  static func namesAre(_ names: [String]) -> Self {
    Self(
      "Available: \(names). :types lists what can be created, :help explains.",
      "现有：\(names)。:types 列出可以创建的，:help 有说明。")
  }
  static func itHas(_ names: [String]) -> Self { Self("It has: \(names)", "它有：\(names)") }
  static func itHasOfItsOwn(_ names: [String]) -> Self {
    Self("Besides what every screen has, it has: \(names)", "除每个页面都有的成员外，它还有：\(names)")
  }
  static var textHasQuotes: Self { Self("Put text in double quotes:", "字符串要加双引号：") }
  static var createIt: Self { Self("Add parentheses to create one:", "后面加括号就创建一个：") }
  static func createFirst(_ statement: String) -> Self {
    Self("Create a view-model first: \(statement)", "先创建一个视图模型：\(statement)")
  }
  static var declareFirst: Self { Self("Declare it first:", "请先声明：") }
  static var declareWithVar: Self { Self("Declare it with var to change it.", "用 var 声明才能修改。") }
  static var setItsMembers: Self {
    Self("Set its members, or name another one with let.", "设置它的成员，或用 let 命名另一个。")
  }
  static func dependsOn(_ sources: [String]) -> Self {
    Self(
      "It was computed from \(sources), which can be set.",
      sources.count == 1 ? "请设置 \(sources)。" : "它由 \(sources) 算出，请设置其中的值。")
  }
  static var setItsOrigin: Self { Self("Set the values that it depends on.", "请设置它的来源。") }
  static var giveAnotherName: Self { Self("Give the new value another name.", "给新的值换一个名字。") }
  static func isStatementOfItsOwn(_ verb: String) -> Self {
    Self("\(verb) is a statement of its own", "\(verb) 是一条单独的语句")
  }
  static func assignWhole(_ name: String) -> Self {
    Self(
      "A part of a variable cannot be set. Assign a whole value: \(name) = …",
      "变量的一部分不能单独设置。请给它赋一个完整的值：\(name) = …")
  }
  static var addElements: Self {
    Self("Elements are added to a variable: list += [element].", "给变量追加元素：list += [element]。")
  }
  static var declareAgain: Self { Self("Declare the name again with let.", "用 let 重新声明这个名字。") }
  static var nameAMember: Self { Self("Name one of its members.", "写出它的一个成员。") }
  static func nameIt(_ statement: String, then next: String) -> Self {
    Self("Name it: \(statement), then \(next).", "给它起名：\(statement)，然后 \(next)。")
  }
  static func leaveOutOrWrite(_ types: [String]) -> Self {
    Self("Leave it out, or write \(types) or the type of a member.", "可以不写，或写 \(types)，或写某个成员的类型。")
  }
  static func verbHasNoParentheses(_ verb: String) -> Self {
    Self("'\(verb)' is written without parentheses", "“\(verb)”不带括号")
  }
  static var seeTypes: Self { Self("Type :types to see what there is.", "输入 :types 查看可创建的类型。") }
  static var withoutParentheses: Self { Self("Write it without parentheses.", "不要写括号。") }
  static var withParentheses: Self { Self("Call it, with parentheses.", "要加括号来调用。") }
  static var numbersOfResults: Self {
    Self("Results are numbered from $1 as they are shown.", "结果按显示的顺序从 $1 编号。")
  }
  static func lastResult(_ number: Int) -> Self {
    Self("The last one is $\(number).", "最后一个是 $\(number)。")
  }
  static var secretsGoToSecure: Self {
    Self(
      "It can be assigned only to secure members and to variables, and passed only to secure commands.",
      "它只能赋给机密成员和变量，只能交给机密命令。")
  }
  static var dotAndMember: Self {
    Self("Write a dot and the name of a member.", "写一个点和成员的名字。")
  }
}
