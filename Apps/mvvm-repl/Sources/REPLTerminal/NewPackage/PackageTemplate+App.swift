extension PackageTemplate.Parts {
  static let app = Self(
    suffix: "App", first: "let app = {Name}App()",
    viewModel: #"""
      /// A small app to explore: items in one tab, information about the app in the other.
      @MainActor
      @ViewModel
      final class {Name}App: Navigator {
        init(service: any {Name}Items) throws {
          var router = Router(scheme: "{tool}")
          router.add("/items", named: "items") { _ in {Name}Home(service: service) }
          router.add("/items/{id}", named: "item") {
            {Name}Page(id: try $0.value("id"), service: service)
          }
          router.add("/about", named: "about") { _ in {Name}About() }
          try super.init(
            tabs: [
              Tab("items", root: {Name}Home(service: service), route: "/items"),
              Tab("about", root: {Name}About(), route: "/about"),
            ], router: router)
        }
      }

      /// The items by name.
      @MainActor
      @ViewModel
      final class {Name}Home: LifecycleViewModel {
        /// The names, in the order of their numbers.
        private(set) var names: [String] = []
        /// Why there are no names; nil unless loading has failed.
        private(set) var failure: String?
        /// The number of the item that `show` opens.
        var selection: Int = 1
        var canShow: Bool { names.indices.contains(selection - 1) }

        private let service: any {Name}Items

        init(service: any {Name}Items) {
          self.service = service
          super.init()
          title = "{Name}"
        }

        override func startLoading() {
          task {
            do { self.names = try await self.service.names() } catch { self.failure = "\(error)" }
            self.finishLoading()
          }
        }

        /// Shows the selected item.
        @Command(enabled: \.canShow) func show() throws { try navigator?.open("/items/\(selection)") }
      }

      /// One item.
      @MainActor
      @ViewModel
      final class {Name}Page: LifecycleViewModel {
        /// The number of the item.
        let id: Int
        /// Its name; empty until it is loaded.
        private(set) var name: String = ""
        /// Why there is no name; nil unless loading has failed.
        private(set) var failure: String?

        private let service: any {Name}Items

        init(id: Int, service: any {Name}Items) {
          self.id = id
          self.service = service
          super.init()
          title = "#\(id)"
        }

        override func startLoading() {
          task {
            do {
              let names = try await self.service.names()
              self.name = names.indices.contains(self.id - 1) ? names[self.id - 1] : ""
            } catch { self.failure = "\(error)" }
            self.finishLoading()
          }
        }
      }

      /// Information about the app.
      @MainActor
      @ViewModel
      final class {Name}About: LifecycleViewModel {
        let text = "Made with mvvm-repl."

        init() {
          super.init()
          title = "About"
        }
      }

      /// Where items come from: a server, a file, memory.
      protocol {Name}Items: Sendable {
        func names() async throws -> [String]
      }

      /// Three items that take their time, so that you see what waits.
      struct Slow{Name}Items: {Name}Items {
        let clock: any Clock<Duration>

        func names() async throws -> [String] {
          try await clock.sleep(for: .milliseconds(300))
          return ["tea", "rice", "oil"]
        }
      }
      """#,
    catalog: #"""
          provide((any {Name}Items).self) { Slow{Name}Items(clock: clock) }
          add({Name}App.self)
          add({Name}Home.self)
      """#,
    tests: #"""
        @Test func aPageIsOpenedOnceTheItemsAreLoaded() async throws {
          let clock = ManualClock()
          let app = try {Name}App(service: Slow{Name}Items(clock: clock))
          app.screenDidLoad()
          app.screenWillAppear()
          let home = try #require(app.visible as? {Name}Home)
          #expect(!home.canShow)
          await clock.sleepers(1)
          clock.advance(by: .milliseconds(300))
          while home.state != .loaded { await Task.yield() }
          home.selection = 2
          _ = await home.showCommand.execute().result
          #expect((app.visible as? {Name}Page)?.id == 2)
        }
      """#,
    lesson: #"""
      # Walk around

      An app is a tree of pages; `app.path` says where you are.

      ## Show it

      - [ ] the items are loaded: `app.visible.names.count == 3`

      > Make one with `let app = {Name}App()`; `:show app` shows its screen.

      ```mvvm solution
      let app = {Name}App()
      :show app
      ```

      ## Open a page

      - [ ] you are at the second item: `app.location == "/items/2"`

      > `app.open("{tool}:///items/2")` goes there.

      ```mvvm solution
      app.open("{tool}:///items/2")
      ```
      """#,
    chineseLesson: #"""
      # 到处走走

      应用是一棵页面的树；`app.path` 说明你在哪里。

      ## 显示它

      - [ ] 各项已加载：`app.visible.names.count == 3`

      > 用 `let app = {Name}App()` 创建；`:show app` 显示它的页面。

      ```mvvm solution
      let app = {Name}App()
      :show app
      ```

      ## 打开一页

      - [ ] 你在第二项：`app.location == "/items/2"`

      > `app.open("{tool}:///items/2")` 去那里。

      ```mvvm solution
      app.open("{tool}:///items/2")
      ```
      """#)
}
