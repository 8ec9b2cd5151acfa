import REPLKit

/// The beginning of a new package.
///
/// The texts have `{Name}` where the package's name stands, `{tool}` for its program's, and `{import}`, so that
/// nobody takes their imports for those of this module.
enum PackageTemplate: String, CaseIterable {
  case counter
  case form
  case list
  case app
  case exercises

  /// Its contents in a few words, for `--list`.
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
    /// The name of the view-model's type behind the package's name, and so that of its files.
    let suffix: String
    /// The statement that the view-model begins with at the prompt.
    let first: String
    /// The view-model, its service and a service that answers slowly.
    let viewModel: String
    /// The rest of the catalog, behind `var catalog = Catalog()`.
    let catalog: String
    let tests: String
    let lesson: String
  }
}
