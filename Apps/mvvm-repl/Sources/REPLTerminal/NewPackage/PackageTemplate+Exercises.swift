import REPLKit

extension PackageTemplate.Parts {
  static let exercises = Self(
    suffix: Exercise.all[0].type, first: "let ticket = {Name}Ticket()",
    viewModel: "",
    catalog: #"""
          provide((any {Name}NoteStore).self) { Slow{Name}NoteStore(clock: clock) }
          add({Name}Ticket.self)
          add({Name}Message.self)
          add({Name}Score.self)
          add({Name}Note.self)
          add({Name}Names.self)
      """#,
    tests: "",
    lesson: #"""
      # The prompt of the exercises

      You can try here what you write in the files. `:reload` continues with what you have saved.

      ## Try a view-model

      - [ ] there is a `ticket` for an eleven-year-old: `ticket.age == 11`

      > `let ticket = {Name}Ticket()`, then `ticket.age = 11`. Is the price right?

      ```mvvm solution
      let ticket = {Name}Ticket()
      ticket.age = 11
      ```
      """#,
    chineseLesson: #"""
      # 练习的提示符

      写在文件里的内容，可以在这里试用。`:reload` 之后用的就是你保存的内容。

      ## 试用一个视图模型

      - [ ] 有了一张十一岁的 `ticket`：`ticket.age == 11`

      > 先写 `let ticket = {Name}Ticket()`，再写 `ticket.age = 11`。票价对吗？

      ```mvvm solution
      let ticket = {Name}Ticket()
      ticket.age = 11
      ```
      """#)
}

extension NewPackage {
  /// The files of the exercises: for each, the file with the hole, its tests, and the solution.
  var exerciseFiles: [(path: String, text: String)] {
    Exercise.all.enumerated().flatMap { index, exercise in
      let file = "Exercise\(index + 1).swift"
      return [
        ("Sources/\(name.text)/\(file)", text(of: exercise, index + 1, with: exercise.hole)),
        ("Solutions/\(file)", text(of: exercise, index + 1, with: exercise.solution)),
        ("Tests/\(name.text)Tests/Exercise\(index + 1)Tests.swift", tests(of: exercise, index + 1)),
      ]
    }
  }

  private func text(of exercise: Exercise, _ number: Int, with filling: String) -> String {
    let head = [
      Message("Exercise \(number): \(exercise.title)", "练习 \(number)：\(exercise.title)"),
      exercise.task,
    ].map { "// \($0.text(in: language))\n" }
    let text = exercise.comments.reduce(exercise.code) {
      $0.replacing($1.text(in: .english), with: $1.text(in: language))
    }
    return "\(head.joined(separator: "//\n"))\n" + code(text).replacing("{hole}", with: filling)
  }

  private func tests(of exercise: Exercise, _ number: Int) -> String {
    filled(
      Self.tests.replacing("{Type}Tests", with: Exercise.suite(number))
        .replacing("{tests}", with: exercise.tests))
  }

  static let exerciseReadme = """
    # {Name}

    Exercises: view-models with holes, and tests that pass when the holes are filled.

    ```sh
    swift run {tool} exercises            # the next exercise; tests again whenever you save
    mvvm-repl exercises                   # the same, also while a file does not compile
    swift run {tool}                      # the prompt, to try what you have written
    ```

    `Sources/{Name}/Exercise1.swift` is the first file; `Solutions` has one way through each.

    练习：有空缺的视图模型，以及填好后就会通过的测试。`swift run {tool} exercises` 给出下一个练习，保存后自动重新测试；
    `swift run {tool}` 是提示符，可以试用写好的内容。第一个文件是 `Sources/{Name}/Exercise1.swift`；`Solutions` 里有每题的一种解法。

    """
}
