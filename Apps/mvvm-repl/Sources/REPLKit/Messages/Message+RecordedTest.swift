// What an exported test does not say by itself.

extension Message {
  /// That a file was written which a person has to see to.
  static func testLacks(_ gaps: [Message]) -> Self {
    Self("The test needs a look: \(gaps)", "请检查测试：\(gaps)")
  }
  static func privateTypes(_ names: [String]) -> Self {
    Self("\(names): private, so that a test cannot name it", "\(names) 是 private，测试无法使用")
  }
  static var servicesOfProgram: Self {
    Self(
      "services are those of the program's catalog; provide a double for one that reaches outside",
      "服务来自程序自己的目录；访问外部的服务请换成替身")
  }
  static func madeByClosure(_ names: [String]) -> Self {
    Self(
      "\(names): made by a closure in the program, which is to be compared",
      "\(names) 在程序里由闭包创建，请对照")
  }
  static func noDouble(_ service: String) -> Self {
    Self("a double for \(service) is to be written", "需要为 \(service) 写一个替身")
  }
  static func answersMadeUp(_ double: String, _ requirements: [String]) -> Self {
    Self("\(double) makes up what it answers: \(requirements)", "\(double) 的回答是编造的：\(requirements)")
  }
  static var realTime: Self {
    Self(
      "it waits in real time, as it was recorded; recorded behind :clock manual it takes none",
      "它按录制时的真实时间等待；在 :clock manual 之后录制则不花时间")
  }
  static func madeBefore(_ names: [String]) -> Self {
    Self("\(names): made before the recording, to be made here", "\(names) 在录制之前创建，需要在这里创建")
  }
  static func cutShort(_ statements: [String]) -> Self {
    Self(
      "left out, since they were interrupted by hand: \(statements)",
      "以下语句被手动中断，没有写入：\(statements)")
  }
  static var recordedAcrossReload: Self {
    Self(
      "it was recorded across a reload: answers and values of the program before may be others now; :record begins anew",
      "录制跨越了重新载入：之前程序的回答和值现在可能不同；:record 可重新开始录制")
  }
  static func secretsToFillIn(_ lines: [String]) -> Self {
    Self("secrets are to be filled in: \(lines)", "需要补上机密值：\(lines)")
  }
  static func namesOfHost(_ names: [String]) -> Self {
    Self("\(names): given by the program, to be defined here", "\(names) 由程序提供，需要在这里定义")
  }
}
