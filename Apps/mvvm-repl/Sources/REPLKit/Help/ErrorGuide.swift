extension Diagnostic.Code {
  var explanation: Message {
    switch self {
    case .unexpected:
      Message(
        """
        Something is where the language does not allow it. The caret shows where; the help \
        line shows how to write it.
        """,
        "这里出现了语言不允许的内容。尖号（^）标出位置；“提示”一行给出写法。")
    case .unterminated:
      Message(
        "A string, bracket or comment is not closed. Add what closes it.",
        "字符串、括号或注释没有结束。补上结束符号。")
    case .badNumber:
      Message(
        """
        A number is malformed or too large. Put digits that are text, such as a phone number, \
        in quotes.
        """,
        "数字写错了或太大。像电话号码那样的字符串要加引号。")
    case .tooDeep:
      Message(
        "The expression is nested too deep or is too long. Name a part of it with let first.",
        "表达式嵌套太深或太长。先用 let 给其中一部分起名。")
    case .unknownName:
      Message(
        "Nothing has this name. :vars lists the names there are, :types what can be created.",
        "没有这个名字。:vars 列出已有的名字，:types 列出可创建的类型。")
    case .unknownType:
      Message(
        "No type has this name. :types lists the view-models that can be created.",
        "没有这个类型。:types 列出可创建的视图模型。")
    case .unknownMeta:
      Message(
        "There is no such tool command. :help lists them.",
        "没有这个工具命令。:help 列出全部。")
    case .unknownMember:
      Message(
        """
        The view-model or value has no member of this name. Press Tab after the dot to see \
        them.
        """,
        "这个视图模型或值没有这个成员。按 Tab 查看成员。")
    case .constant:
      Message(
        "A constant cannot be assigned. Declare it with var to change it.",
        "不能给常量赋值。用 var 声明才能修改。")
    case .unknownNumber:
      Message(
        """
        Nothing of this kind has this number or name: a watch, binding, result, snapshot, job, lesson, talk or \
        change. Type the command without a number to see what there is.
        """,
        "没有带这个编号或名字的项：观察、绑定、结果、快照、后台命令、课程、演讲或变化。不写编号就列出现有的。")
    case .typeMismatch:
      Message(
        """
        The value has the wrong type. Types are checked before anything changes, so \
        nothing has changed.
        """,
        "值的类型不对。赋值前先检查类型，所以什么都没有改变。")
    case .readOnly:
      Message(
        """
        The value cannot be set. It is derived from others: set those; why shows them. Or only its \
        view-model sets it (private(set)): run the command that does. Or its type cannot be written here: declare \
        it in Swift as enum Size: CaseIterable, or struct Size: Codable.
        """,
        """
        这个值不能设置。它由其他值派生：请设置它的来源，why 会说明。或者只有视图模型设置它（private(set)）：请执行设置它的命令。\
        或者它的类型在这里写不出来：请在 Swift 里声明为 enum Size: CaseIterable，或 struct Size: Codable。
        """)
    case .notAValue:
      Message(
        "A value, a member or a command is expected here, and something else was found.",
        "这里需要一个值（或命令、成员）。")
    case .arguments:
      Message(
        "The arguments do not fit. The message shows the correct call.",
        "调用的参数不符合要求。消息里写明了正确的写法。")
    case .calculation:
      Message(
        """
        The calculation has no result: division by zero, overflow, an element that does not \
        exist, or types that cannot be combined.
        """,
        "计算没有结果：除以零、溢出、下标越界或类型不符。")
    case .notDecoded:
      Message(
        """
        The document cannot be read, or is not the model asked for. The problems are listed \
        with their places.
        """,
        "文档无法读取，或不是所需的模型。问题已逐条列出。")
    case .disabled:
      Message(
        """
        The command cannot run now. The help line names the condition that is false; why with \
        the command's name says more.
        """,
        "命令现在不可用。“提示”一行写明哪个条件不成立；用 why 追查原因。")
    case .failed:
      Message(
        "It ran and ended with an error; the message is the command's own.",
        "命令执行后出错。消息是命令自己给出的。")
    case .cancelled: Message("The command or the wait was cancelled.", "命令或等待被取消了。")
    case .notCreated: Message("The view-model could not be created.", "视图模型无法创建。")
    case .notNow:
      Message(
        "This cannot be done in the present state; the help line says what to do first.",
        "现在不能这样做；“提示”一行说明要先做什么。")
    case .expectation:
      Message(
        "The expectation was not met. The help line shows both sides.",
        "expect 的条件不成立；“提示”一行给出两边的值。")
    case .timeout: Message("The condition did not become true in time.", "等待的条件没有在时限内成立。")
    case .graph:
      Message(
        "The reactive graph found a mistake in a view-model, such as a cycle.",
        "依赖图在视图模型里发现了错误，例如循环。")
    }
  }

  /// The Chinese name of the error code, shown if the message itself is in another language.
  var chineseTitle: String {
    switch self {
    case .unexpected: "写法不对"
    case .unterminated: "没有写完"
    case .badNumber: "数字不对"
    case .tooDeep: "嵌套太深"
    case .unknownName: "没有这个名字"
    case .unknownType: "没有这个类型"
    case .unknownMeta: "没有这个工具命令"
    case .unknownMember: "没有这个成员"
    case .constant: "常量不能改"
    case .unknownNumber: "没有这一项"
    case .typeMismatch: "类型不对"
    case .readOnly: "不能设置"
    case .notAValue: "这里不能用它"
    case .arguments: "参数不对"
    case .notDecoded: "文档无法解码"
    case .calculation: "算不出结果"
    case .disabled: "命令现在不可用"
    case .failed: "没有成功"
    case .cancelled: "已取消"
    case .notCreated: "创建失败"
    case .expectation: "与预期不符"
    case .timeout: "时限已到"
    case .notNow: "现在不能这样做"
    case .graph: "依赖图有误"
    }
  }
}
