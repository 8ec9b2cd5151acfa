extension PackageTemplate.Parts {
  static let list = Self(
    suffix: "List", first: "let list = {Name}List()",
    viewModel: #"""
      /// The items of a service, filtered while you type.
      @MainActor
      @ViewModel
      final class {Name}List: ListViewModel {
        /// Only names that contain this are shown; all when it is empty.
        var filter: String = ""
        /// How many items there are, shown or not.
        private(set) var total: Int = 0

        @Ignored private let items = ObservableList<{Name}Item>(label: "items")
        @Ignored private let section = SectionViewModel(headerTitle: "{Name}")
        private let service: any {Name}Items

        init(service: any {Name}Items) {
          self.service = service
          super.init()
          try? append(section)
          let filter = $filter
          let shown = items.filter { item in
            let text = filter.value
            return text.isEmpty || item.name.contains(text)
          }
          let cells = shown.cells {
            TextCell($0.name, detail: "#\($0.id)", layout: .detail)
          } update: { cell, item in
            cell.text = item.name
          }
          keep(follow(cells, in: section))
        }

        /// Loads the items.
        @Command(policy: .restart) func fetch() async throws {
          page.isLoading = true
          defer { page.isLoading = false }
          let loaded = try await service.all()
          items.replace(with: loaded)
          total = loaded.count
        }
      }

      /// One row.
      struct {Name}Item: Sendable, Hashable, Identifiable {
        let id: Int
        let name: String
      }

      /// Where items come from: a server, a file, memory.
      protocol {Name}Items: Sendable {
        func all() async throws -> [{Name}Item]
      }

      /// Three items that take their time, so that you see what waits.
      struct Slow{Name}Items: {Name}Items {
        let clock: any Clock<Duration>

        func all() async throws -> [{Name}Item] {
          try await clock.sleep(for: .milliseconds(300))
          return ["tea", "rice", "oil"].enumerated().map { {Name}Item(id: $0.offset + 1, name: $0.element) }
        }
      }
      """#,
    catalog: #"""
          provide((any {Name}Items).self) { Slow{Name}Items(clock: clock) }
          add({Name}List.self)
      """#,
    tests: #"""
        @Test func whatIsLoadedIsFiltered() async {
          let clock = ManualClock()
          let list = {Name}List(service: Slow{Name}Items(clock: clock))
          let loading = list.fetchCommand.execute()
          await clock.sleepers(1)
          #expect(list.total == 0)
          clock.advance(by: .milliseconds(300))
          _ = await loading.result
          #expect(list.total == 3)
          list.filter = "i"
          #expect(list.cells.compactMap { ($0 as? TextCell)?.text } == ["rice", "oil"])
        }
      """#,
    lesson: #"""
      # A list as a table

      A watched list is a table that changes with its rows.

      ## Load it

      - [ ] three items are there: `list.total == 3`

      > Make one with `let list = {Name}List()`, watch it with `watch list`, load it with `list.fetch()`.

      ```mvvm solution
      let list = {Name}List()
      watch list
      list.fetch()
      ```

      ## Filter it

      - [ ] the filter is `i`: `list.filter == "i"`

      > An input is set with `=`.

      ```mvvm solution
      list.filter = "i"
      ```
      """#,
    chineseLesson: #"""
      # 列表就是表格

      被观察的列表显示为表格，随各行而变。

      ## 加载

      - [ ] 有三项：`list.total == 3`

      > 用 `let list = {Name}List()` 创建，用 `watch list` 观察，用 `list.fetch()` 加载。

      ```mvvm solution
      let list = {Name}List()
      watch list
      list.fetch()
      ```

      ## 过滤

      - [ ] 过滤条件是 `i`：`list.filter == "i"`

      > 输入用 `=` 设置。

      ```mvvm solution
      list.filter = "i"
      ```
      """#)
}
