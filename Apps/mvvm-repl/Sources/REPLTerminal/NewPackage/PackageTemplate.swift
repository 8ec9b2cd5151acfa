import REPLKit

/// A template of a new package.
///
/// The texts contain `{Name}` for the package's name, `{tool}` for its program's name, and `{import}`, so that no tool
/// takes their imports for imports of this module.
enum PackageTemplate: String, CaseIterable {
  case counter
  case form
  case list
  case app
  case exercises

  /// A short description, for `--list`.
  var explanation: Message {
    switch self {
    case .counter: Message("a count, and a service that keeps it", "一个计数器，以及保存它的服务")
    case .form:
      Message(
        "fields with rules, a secret one, and a command that sends", "带规则的表单，含机密字段和提交命令")
    case .list: Message("rows from a service, with a filter", "来自服务的列表，可以过滤")
    case .app: Message("tabs, pages and links", "标签页、页面和链接")
    case .exercises:
      Message("view-models with holes, and tests for what fills them", "有空缺的视图模型，以及检验填法的测试")
    }
  }

  var parts: Parts {
    switch self {
    case .counter: .counter
    case .form: .form
    case .list: .list
    case .app: .app
    case .exercises: .exercises
    }
  }

  /// The differences between templates.
  struct Parts {
    /// The suffix of the view-model's type after the package's name, which also names its files.
    let suffix: String
    /// The first statement at the prompt, which makes the view-model.
    let first: String
    /// The view-model, its service and a service that answers slowly.
    let viewModel: String
    /// The statements of the catalog's initializer, after `self.init()`.
    let catalog: String
    let tests: String
    let lesson: String
    let chineseLesson: String
  }
}
