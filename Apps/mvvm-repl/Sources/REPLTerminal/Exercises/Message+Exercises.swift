import REPLKit

// The messages of `exercises`.

extension Message {
  static var noExercisesHere: Message {
    Message(
      "there are no exercises here. Go to the folder of some, or write some with  mvvm-repl new Practice --template exercises  and run its own program",
      "这里没有练习。请到练习的文件夹中，或用  mvvm-repl new Practice --template exercises  写出一套，再运行它自己的程序")
  }
  static var testingExercises: Message {
    Message("Building and testing … (Ctrl-C stops it)", "正在构建和测试……（Ctrl-C 停止）")
  }
  static var exercisesDoNotBuild: Message {
    Message(
      "It does not build. Fix it and save; q and Enter leave.", "无法构建。改好后保存；q 加回车离开。")
  }
  static func exercise(_ number: Int, of count: Int, _ title: Message, in file: String) -> Message {
    Message(
      "Exercise \(number) of \(count): \(title)  (\(file))",
      "练习 \(number)/\(count)：\(title)（\(file)）")
  }
  static func exerciseDone(_ number: Int, of count: Int, _ title: Message) -> Message {
    Message("✓ \(number)/\(count) \(title)", "✓ \(number)/\(count) \(title)")
  }
  static var exerciseKeys: Message {
    Message(
      "Fill the hole and save. h and Enter show a hint, q and Enter leave.",
      "填好空缺并保存。h 加回车给提示，q 加回车离开。")
  }
  static func hintOfExercise(_ number: Int, of count: Int, _ hint: Message) -> Message {
    Message("Hint \(number) of \(count): \(hint)", "提示 \(number)/\(count)：\(hint)")
  }
  static var noHintOfExercise: Message {
    Message("There are no more hints; Solutions shows one way.", "没有更多提示了；Solutions 里有一种解法。")
  }
  static var allExercisesDone: Message {
    Message(
      "All exercises are done. Write a view-model of your own: mvvm-repl new Shop",
      "所有练习都完成了。写一个自己的视图模型吧：mvvm-repl new Shop")
  }
}
