import Foundation

extension NewPackage {
  var manifest: String {
    let dependency =
      switch source {
      case .folder(let folder): ".package(path: \(folder.path.debugDescription))"
      case .url(let url): ".package(url: \(url.debugDescription), from: \"1.0.0\")"
      }
    let products = ["Bindings", "ViewModels"] + layers.map(\.rawValue)
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      /// A library of mvvm-repl.
      func product(_ name: String) -> Target.Dependency {
        .product(name: name, package: \(identity.debugDescription))
      }

      let package = Package(
        name: "\(name.text)",
        platforms: [.macOS("15.4")],
        products: [
          .library(name: "\(name.text)", targets: ["\(name.text)"]),
          .executable(name: "\(name.tool)", targets: ["\(name.tool)"]),
        ],
        dependencies: [\(dependency)],
        targets: [
          .target(
            name: "\(name.text)",
            dependencies: [\(products.map { "product(\"\($0)\")" }.joined(separator: ", "))]),
          .executableTarget(
            name: "\(name.tool)",
            dependencies: [
              "\(name.text)", product("REPLKit"), product("REPLTerminal"), product("ViewModels"),
            ],
            resources: [.embedInCode("Lessons")]),
          .testTarget(
            name: "\(name.text)Tests",
            dependencies: [
              "\(name.text)", product("Bindings"), product("BindingsTestSupport"),
              product("REPLKit"), product("ViewModels"),
            ]),
        ]
      )

      """
  }

  /// The package manager's name for the dependency: the last part of its address.
  private var identity: String {
    let last =
      switch source {
      case .folder(let folder): folder.lastPathComponent
      case .url(let url): url.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? url
      }
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  static let catalog = """
    public {import} ViewModels

    extension Catalog {
      /// The view-models of {Name}, with services that wait on a clock.
      @MainActor
      public init(clock: any Clock<Duration>) {
        self.init()
    {catalog}
      }
    }

    """

  static let program = """
    {import} REPLKit
    {import} REPLTerminal
    {import} {Name}
    {import} ViewModels

    /// The prompt of {Name}.
    @main
    struct {Name}REPL {
      static func main() async {
        await REPL(lessons: lessons) { Catalog(clock: $0.clock) }.main()
      }

      private static func lessons() throws(LessonError) -> Course {
        try Course([
          ("first-steps.md", String(decoding: PackageResources.first_steps_md, as: UTF8.self)),
          ("first-steps.zh.md", String(decoding: PackageResources.first_steps_zh_md, as: UTF8.self)),
        ])
      }
    }

    """

  static let tests = """
    {import} Bindings
    {import} BindingsTestSupport
    {import} Testing
    {import} ViewModels

    @testable {import} {Name}

    @MainActor
    @Suite struct {Type}Tests {
    {tests}
    }

    """

  static let readme = """
    # {Name}

    View-models to drive at a prompt.

    ```sh
    swift run {tool}                    # the prompt
    swift test
    swift run {tool} lessons verify     # each lesson can be done
    ```

    `Sources/{Name}` has the view-model `{Type}`, the protocol of its service and a catalog of what can be made at the
    prompt; `Sources/{tool}` is the program, with a lesson.

    ```text
    ❯ {first}
    ❯ :clock manual
    ❯ :lesson 1
    ```

    Change a rule in `Sources/{Name}/{Type}.swift` and type `:reload`: the program is built in the background and continues
    with the same names, values and watches. `private(set)` values are carried over; `private` ones start again. `:reload on` does it whenever you save. `:edit {Type}` opens your
    editor there.

    `:export test Tests/{Name}Tests/Recorded.swift` makes a test of what you typed.

    在命令行里操作的视图模型。`swift run {tool}` 是提示符，`swift test` 执行测试，`swift run {tool} lessons verify` 检查每一课都能完成。
    `Sources/{Name}` 里有视图模型 `{Type}`、它的服务的协议，以及提示符里可以创建的内容；`Sources/{tool}` 是程序，带有一课。

    修改 `Sources/{Name}/{Type}.swift` 里的规则，再输入 `:reload`：程序在后台构建，然后带着原来的名字、值和观察继续。
    `private(set)` 的值会转移，`private` 的重新开始。`:reload on` 在每次保存时自动重新加载。`:edit {Type}` 用你的编辑器打开那里。

    `:export test Tests/{Name}Tests/Recorded.swift` 把你输入的内容写成测试。

    """
}
