extension PackageTemplate.Parts {
  static let counter = Self(
    suffix: "Counter", first: "let counter = {Name}Counter()",
    viewModel: #"""
      /// Counts, and keeps what was counted.
      @ViewModel
      final class {Name}Counter {
        /// How far each step goes.
        var step = 1
        /// The count.
        private(set) var count: Int = 0
        /// The count that is kept; nil before the first time.
        private(set) var saved: Int?

        /// Whether there is something to keep.
        var isChanged: Bool { saved != count }

        private let store: any {Name}Store

        init(store: any {Name}Store) { self.store = store }

        /// Counts one step further.
        @Command func add() { count += step }

        /// Keeps the count.
        @Command(enabled: \.isChanged) func save() async throws {
          let kept = count
          try await store.save(kept)
          saved = kept
        }
      }

      /// Where counts are kept: a server, a file, memory.
      protocol {Name}Store: Sendable {
        /// Keeps a count, and returns when it is kept.
        func save(_ count: Int) async throws
      }

      /// A store that keeps nothing and takes its time, so that you see what waits.
      struct Slow{Name}Store: {Name}Store {
        let clock: any Clock<Duration>

        func save(_ count: Int) async throws { try await clock.sleep(for: .milliseconds(300)) }
      }
      """#,
    catalog: #"""
          provide((any {Name}Store).self) { Slow{Name}Store(clock: clock) }
          add({Name}Counter.self)
      """#,
    tests: #"""
        @Test func aCountIsSavedOnceTheStoreHasAnswered() async {
          let clock = ManualClock()
          let counter = {Name}Counter(store: Slow{Name}Store(clock: clock))
          counter.step = 3
          counter.add()
          let saving = counter.saveCommand.execute()
          await clock.sleepers(1)
          #expect(counter.saved == nil)
          clock.advance(by: .milliseconds(300))
          _ = await saving.result
          #expect(counter.saved == 3)
          #expect(!counter.isChanged)
        }
      """#,
    lesson: #"""
      # Count and keep

      A counter has an input, three outputs and two commands. `counter?` explains it.

      ## Make one

      - [ ] there is a `counter`: `counter.step != nil`

      > `let` gives it a name.

      ```mvvm solution
      let counter = {Name}Counter()
      ```

      ## Count to three

      Set the input, then call the command.

      - [ ] the count is 3: `counter.count == 3`

      > `counter.step = 3` sets it; `counter.add()` calls it.

      ```mvvm solution
      counter.step = 3
      counter.add()
      ```

      ## Keep it

      The store takes 300 ms. `:clock manual` stops the time, `advance 300ms` moves it.

      - [ ] 3 is kept: `counter.saved == 3`

      > `counter.save()` waits until it is kept. When the clock is manual, write `counter.save() &`, then
      > `advance 300ms`.

      ```mvvm solution
      counter.save()
      ```
      """#,
    chineseLesson: #"""
      # 计数并保存

      计数器有一个输入、三个输出和两个命令。`counter?` 说明它。

      ## 创建一个

      - [ ] 有了 `counter`：`counter.step != nil`

      > `let` 给它起名字。

      ```mvvm solution
      let counter = {Name}Counter()
      ```

      ## 数到三

      先设置输入，再调用命令。

      - [ ] 计数是 3：`counter.count == 3`

      > `counter.step = 3` 设置它；`counter.add()` 调用命令。

      ```mvvm solution
      counter.step = 3
      counter.add()
      ```

      ## 保存下来

      存储需要 300 毫秒。`:clock manual` 让时间停住，`advance 300ms` 推进它。

      - [ ] 3 已保存：`counter.saved == 3`

      > `counter.save()` 会等到保存完毕。时钟是手动时，写 `counter.save() &`，再写
      > `advance 300ms`。

      ```mvvm solution
      counter.save()
      ```
      """#)
}
