/// The terms of MVVM and of this program, in both languages.
///
/// A test compares this table, in the order of the English alphabet, with the page *Glossary* of the documentation.
enum Glossary {
  struct Term: Sendable {
    let english, chinese: String
    /// The Chinese term in Pinyin, which is its sort key.
    let pinyin: String
    let explanation: Message

    fileprivate init(
      _ english: String, _ chinese: String, _ pinyin: String, _ explanation: Message.Wording,
      _ translation: Message.Wording
    ) {
      (self.english, self.chinese, self.pinyin) = (english, chinese, pinyin)
      self.explanation = Message(explanation, translation, key: "term")
    }

    func name(in language: HelpLanguage) -> String {
      switch language {
      case .english: english
      case .chinese: chinese
      }
    }
  }

  /// Returns terms in the order of a language: the English alphabet, or Pinyin syllable by syllable.
  static func sorted(_ terms: [Term] = Glossary.terms, in language: HelpLanguage) -> [Term] {
    switch language {
    case .english: terms.sorted { $0.english.lowercased() < $1.english.lowercased() }
    case .chinese: terms.sorted { $0.pinyin.lowercased() < $1.pinyin.lowercased() }
    }
  }

  /// Returns a page of terms, by default all, in the order of the language.
  static func page(of terms: [Term] = Glossary.terms, in language: HelpLanguage) -> Record {
    let other: HelpLanguage = language == .english ? .chinese : .english
    return .page(
      title: .glossary,
      rows: sorted(terms, in: language).map { term in
        (
          word: "\(term.name(in: language)) (\(term.name(in: other)))",
          text: term.explanation.text(in: language)
        )
      })
  }

  /// Returns the terms with this name in either language, or else the terms whose names contain it.
  static func terms(of text: String) -> [Term] {
    let text = text.lowercased()
    let names = { (term: Term) in [term.english, term.chinese].map { $0.lowercased() } }
    let same = terms.filter { names($0).contains(text) }
    return same.isEmpty ? terms.filter { names($0).contains { $0.contains(text) } } : same
  }

  static let terms = [
    Term(
      "batch", "批次", "pi ci", "changes that observers see together, as one", "观察者一次看到的一组变化"),
    Term(
      "binding", "绑定", "bang ding",
      "passes each change of one value on to another, one way or both ways",
      "把一个值的每次变化传给另一个值，单向或双向"),
    Term(
      "cell", "单元格", "dan yuan ge", "a small view-model for one row of a list", "列表一行的小视图模型"),
    Term(
      "command", "命令", "ming ling",
      "something that a person can do, with a condition that allows it",
      "人可以做的一件事，以及在什么条件下可以做"),
    Term(
      "converter", "转换器", "zhuan huan qi", "what a binding does to a value on its way",
      "绑定在传递途中对值所做的转换"),
    Term(
      "cursor paging", "游标分页", "you biao fen ye",
      "a long list in parts, where each part says what comes next",
      "把长列表分成几部分，每部分说明接下来是什么"),
    Term(
      "deep link", "深层链接", "shen ceng lian jie", "an address that leads to a place within an app",
      "通往应用内某处的 URL"),
    Term(
      "dependency graph", "依赖图", "yi lai tu",
      "which value is computed from which; it is what why and :graph read",
      "哪个值由哪个值计算而来；why 和 :graph 读的就是它"),
    Term(
      "dependency injection", "依赖注入", "yi lai zhu ru",
      "passing a service in from outside, so that a test can pass another",
      "从外面传入服务，因此测试可以传入另一个"),
    Term(
      "derived value", "派生值", "pai sheng zhi",
      "a value that is computed from others, and is never out of date",
      "由其他值计算出来的值，永远不会过时"),
    Term(
      "dry run", "试运行", "shi yun xing",
      "whatif: what would happen, on a copy, with nothing sent or kept",
      "whatif：在副本上看会发生什么，不发送也不保存"),
    Term(
      "enabled", "可用", "ke yong",
      "whether a command may run now; if not, it says which condition is false",
      "命令现在能否执行；不能时会说明哪个条件不成立"),
    Term(
      "expectation", "期望", "qi wang",
      "a statement that has to be true; it turns a conversation into a test",
      "必须成立的语句；它让一段对话成为测试"),
    Term(
      "glitch", "毛刺", "mao ci", "a moment in which derived values disagree; Bindings prevents it",
      "派生值彼此不一致的瞬间；Bindings 会避免它"),
    Term(
      "input", "输入", "shu ru", "a value that a person sets, such as the text of a field",
      "由人设置的值，例如输入框的文字"),
    Term(
      "job", "后台命令", "hou tai ming ling", "a command that runs in the background, begun with &",
      "用 & 启动、在后台执行的命令"),
    Term(
      "leak", "泄漏", "xie lou", "an object that nobody needs and something still holds",
      "没有人需要、却仍被持有的对象"),
    Term(
      "lesson", "课程", "ke cheng", "a document whose steps are checked while one types",
      "一份文档；你一边输入，它一边检查每一步"),
    Term(
      "life cycle", "生命周期", "sheng ming zhou qi",
      "a page appears, loads, disappears and is released", "页面出现、加载、消失并被释放"),
    Term(
      "manual clock", "手动时钟", "shou dong shi zhong",
      "a clock that stands still until advance moves it, so that nothing has to be waited for",
      "自己不走、由 advance 推进的时钟，所以什么都不必真的等"),
    Term(
      "marble diagram", "弹珠图", "dan zhu tu",
      "events drawn as letters on a line of time; also a test",
      "把事件画成时间线上的字母；也是一种测试"),
    Term(
      "model", "模型", "mo xing", "data and rules that would be the same without a screen",
      "没有界面也一样存在的数据与规则"),
    Term(
      "MVVM", "MVVM", "MVVM",
      "model, view, view-model: what an app knows, what it draws, and what joins the two",
      "模型、视图、视图模型：应用知道什么、画出什么，以及连接两者的部分"),
    Term(
      "navigation", "导航", "dao hang",
      "where one is in an app, as one value: tabs, stacks and sheets",
      "人在应用里的位置，是一个值：标签页、导航栈与模态页"),
    Term(
      "output", "输出", "shu chu", "a value that a page shows and nobody types", "页面显示、但没有人输入的值"),
    Term(
      "page", "页面", "ye mian", "what a view-model describes; a screen is a picture of it",
      "视图模型所描述的内容；界面只是它的一种呈现"),
    Term(
      "property", "属性", "shu xing", "a value that can be set and observed", "可以设置、可以观察的值"),
    Term(
      "pull to refresh", "下拉刷新", "xia la shua xin", "loading a list again from its beginning",
      "从头重新加载列表"),
    Term(
      "secret", "机密", "ji mi", "a value that is masked wherever it appears, such as a password",
      "无论出现在哪里都被遮住的值，例如密码"),
    Term(
      "service", "服务", "fu wu", "a protocol for what a view-model needs from outside",
      "一个协议，说明视图模型需要外界提供什么"),
    Term(
      "signal", "信号", "xin hao", "events over time, which can be transformed and combined",
      "沿时间发生的事件，可以变换、可以合并"),
    Term(
      "singleton", "单例", "dan li",
      "one shared object for the whole program; a service that is passed in says who needs it, and a test can replace it",
      "整个程序共用的一个对象；改为传入服务，就看得出谁需要它，测试也能替换它"),
    Term(
      "stub", "桩", "zhuang", "an answer that stands in for the server's", "代替服务器给出的响应"),
    Term(
      "subscription", "订阅", "ding yue",
      "keeps an observation or a binding alive; cancelling it ends it",
      "让一次观察或绑定保持有效；取消它，观察或绑定就结束"),
    Term(
      "talk", "演讲", "yan jiang",
      "a document whose statements are typed by whatever keys the speaker presses",
      "一份文档，演讲者随便按键即可输入其中的语句"),
    Term(
      "timeline", "时间线", "shi jian xian",
      "the statements and what they changed, which can be undone and redone",
      "各条语句，以及它们改变了什么；可以撤销，也可以重做"),
    Term(
      "toast", "轻提示", "qing ti shi", "a short text that appears and disappears by itself",
      "出现片刻、自己消失的短文字"
    ),
    Term(
      "view", "视图", "shi tu", "what draws; it holds no rule and no state that others need",
      "负责绘制的部分；不含规则，也不含别处需要的状态"),
    Term(
      "view-model", "视图模型", "shi tu mo xing",
      "an object with what a page shows, what a person can change, and what a person can do",
      "一个对象：页面显示什么、人能改什么、人能做什么"),
    Term(
      "watch", "观察", "guan cha", "to be told whenever a value changes", "值一变化就得到通知"),
  ]
}
