// The gaps of an exported test.

extension Message {
  static func testLacks(_ gaps: [Message]) -> Self {
    Self("Check this test: \(gaps)", "请检查测试：\(gaps)")
  }
  static func privateTypes(_ names: [String]) -> Self {
    Self("\(names): private, so a test cannot use it", "\(names) 是 private，测试无法使用")
  }
  static var servicesOfProgram: Self {
    Self(
      "services come from the program's catalog; replace those that reach outside with doubles",
      "服务来自程序自己的目录；访问外部的服务请换成替身")
  }
  static func madeByClosure(_ names: [String]) -> Self {
    let calls = names.map { "\($0)()" }
    return Self(
      "\(names): created by a closure in the program; compare \(calls) here with the closure that your program uses",
      "\(names) 在程序里由闭包创建；请对照这里的 \(calls) 与程序所用的闭包")
  }
  static func noDouble(_ service: String) -> Self {
    Self("write a double for \(service)", "需要为 \(service) 写一个替身")
  }
  static func answersMadeUp(_ double: String, _ requirements: [String]) -> Self {
    Self("\(double) makes up its answers: \(requirements)", "\(double) 的回答是编造的：\(requirements)")
  }
  static var realTime: Self {
    Self(
      "it waits in real time, as it was recorded; recorded under :clock manual it does not wait",
      "它按录制时的真实时间等待；在 :clock manual 之后录制则不花时间")
  }
  static func madeBefore(_ names: [String]) -> Self {
    Self("\(names): created before the recording; create it here", "\(names) 在录制之前创建，需要在这里创建")
  }
  static func cutShort(_ statements: [String]) -> Self {
    Self(
      "left out, because they were interrupted by hand: \(statements)",
      "以下语句被手动中断，没有写入：\(statements)")
  }
  static var recordedAcrossReload: Self {
    Self(
      "it was recorded across a reload: the earlier program's answers and values may differ now; :record starts again",
      "录制跨越了重新载入：之前程序的回答和值现在可能不同；:record 可重新开始录制")
  }
  static func secretsToFillIn(_ lines: [String]) -> Self {
    Self("fill in the secrets: \(lines)", "需要补上机密值：\(lines)")
  }
  static func namesOfHost(_ names: [String]) -> Self {
    Self("\(names): provided by the program; define it here", "\(names) 由程序提供，需要在这里定义")
  }
}
