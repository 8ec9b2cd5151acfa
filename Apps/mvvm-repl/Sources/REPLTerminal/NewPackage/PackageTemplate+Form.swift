extension PackageTemplate.Parts {
  static let form = Self(
    suffix: "Form", first: "let form = {Name}Form()",
    viewModel: #"""
      /// An order form.
      @ViewModel
      final class {Name}Form {
        enum Delivery: CaseIterable { case post, courier }

        /// What is ordered.
        var item = ""
        /// How many of it, 1 to 99.
        var count = 1
        /// How it is delivered.
        var delivery = Delivery.post
        /// A secret code.
        @Secure var voucher = ""
        /// The number of the order; nil until there is one.
        private(set) var receipt: Int?

        var isItemGiven: Bool { !item.isEmpty }
        var isCountValid: Bool { (1...99).contains(count) }
        /// Whether all fields are valid.
        var canOrder: Bool { isItemGiven && isCountValid }

        private let orders: any {Name}Orders

        /// Makes an empty form, or one for an item.
        init(orders: any {Name}Orders, item: String = "") {
          self.orders = orders
          self.item = item
        }

        /// Sends the order.
        @Command(enabled: \.canOrder, policy: .drop) func order() async throws {
          receipt = try await orders.place(
            item, count: count, delivery: delivery, voucher: voucher)
        }

        /// Empties the fields.
        @Command func clear() {
          item = ""
          count = 1
          delivery = .post
          voucher = ""
        }
      }

      /// Takes orders: a server, or memory.
      protocol {Name}Orders: Sendable {
        /// Places an order and returns its number.
        func place(
          _ item: String, count: Int, delivery: {Name}Form.Delivery, voucher: String
        ) async throws -> Int
      }

      /// Gives an order by post the number 1001, one by courier 2001, and takes its time, so that you see what waits.
      struct Slow{Name}Orders: {Name}Orders {
        let clock: any Clock<Duration>

        func place(
          _ item: String, count: Int, delivery: {Name}Form.Delivery, voucher: String
        ) async throws -> Int {
          try await clock.sleep(for: .milliseconds(300))
          return delivery == .courier ? 2001 : 1001
        }
      }
      """#,
    catalog: #"""
          provide((any {Name}Orders).self) { Slow{Name}Orders(clock: clock) }
          add({Name}Form.self)
      """#,
    tests: #"""
        @Test func anOrderNeedsAnItemAndWaitsForItsNumber() async {
          let clock = ManualClock()
          let form = {Name}Form(orders: Slow{Name}Orders(clock: clock))
          #expect(!form.orderCommand.isEnabled)
          form.item = "tea"
          form.count = 2
          form.delivery = .courier
          let ordering = form.orderCommand.execute()
          await clock.sleepers(1)
          #expect(form.receipt == nil)
          clock.advance(by: .milliseconds(300))
          _ = await ordering.result
          #expect(form.receipt == 2001)
        }
      """#,
    lesson: #"""
      # Fill in a form

      A form has inputs with rules, and a command that asks the rules first.

      ## Make one

      - [ ] there is a `form`: `form.count != nil`

      > `let` gives it a name.

      ```mvvm solution
      let form = {Name}Form()
      ```

      ## Make it valid

      Fill in what is missing, until the command is enabled. `why form.canOrder` says what is missing.

      - [ ] it can be ordered: `form.canOrder`

      > An item is missing: `form.item = "tea"`.

      ```mvvm solution
      form.item = "tea"
      ```

      ## Send it

      - [ ] there is a number: `form.receipt == 1001`

      > `form.order()` waits for the answer.

      ```mvvm solution
      form.order()
      ```
      """#,
    chineseLesson: #"""
      # 填写表单

      表单有带规则的输入，还有一个先看规则的命令。

      ## 创建一个

      - [ ] 有了 `form`：`form.count != nil`

      > `let` 给它起名字。

      ```mvvm solution
      let form = {Name}Form()
      ```

      ## 填到有效

      填上缺少的内容，直到命令可用。`why form.canOrder` 说明还缺什么。

      - [ ] 可以下单：`form.canOrder`

      > 还缺商品：`form.item = "tea"`。

      ```mvvm solution
      form.item = "tea"
      ```

      ## 提交

      - [ ] 有了单号：`form.receipt == 1001`

      > `form.order()` 会等待回答。

      ```mvvm solution
      form.order()
      ```
      """#)
}
