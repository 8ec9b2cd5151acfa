public import REPLKit

extension Course {
  /// The workshop's lessons, in English and Chinese: a view-model from outside, the layers below it, what the pages of an
  /// app need, tests, and a view-model of one's own.
  ///
  /// They are read when the first one is asked for; the tests have read them.
  public static func workshop() -> Course { Course(unread: documents) }

  /// The Swift that a lesson reads, for where the sources are not.
  static var workshopSources: [String: String] {
    ["LoginForm.swift": String(decoding: PackageResources.LoginForm_swift_txt, as: UTF8.self)]
  }

  private static var documents: [(name: String, text: String)] {
    [
      ("01-values.md", PackageResources._1_values_md),
      ("01-values.zh.md", PackageResources._1_values_zh_md),
      ("02-watching.md", PackageResources._2_watching_md),
      ("02-watching.zh.md", PackageResources._2_watching_zh_md),
      ("03-derived.md", PackageResources._3_derived_md),
      ("03-derived.zh.md", PackageResources._3_derived_zh_md),
      ("04-commands.md", PackageResources._4_commands_md),
      ("04-commands.zh.md", PackageResources._4_commands_zh_md),
      ("05-bindings.md", PackageResources._5_bindings_md),
      ("05-bindings.zh.md", PackageResources._5_bindings_zh_md),
      ("06-waiting.md", PackageResources._6_waiting_md),
      ("06-waiting.zh.md", PackageResources._6_waiting_zh_md),
      ("07-lists.md", PackageResources._7_lists_md),
      ("07-lists.zh.md", PackageResources._7_lists_zh_md),
      ("08-time.md", PackageResources._8_time_md),
      ("08-time.zh.md", PackageResources._8_time_zh_md),
      ("09-models.md", PackageResources._9_models_md),
      ("09-models.zh.md", PackageResources._9_models_zh_md),
      ("10-networking.md", PackageResources._0_networking_md),
      ("10-networking.zh.md", PackageResources._0_networking_zh_md),
      ("11-store.md", PackageResources._1_store_md),
      ("11-store.zh.md", PackageResources._1_store_zh_md),
      ("12-mvc.md", PackageResources._2_mvc_md),
      ("12-mvc.zh.md", PackageResources._2_mvc_zh_md),
      ("13-forms.md", PackageResources._3_forms_md),
      ("13-forms.zh.md", PackageResources._3_forms_zh_md),
      ("14-paging.md", PackageResources._4_paging_md),
      ("14-paging.zh.md", PackageResources._4_paging_zh_md),
      ("15-navigation.md", PackageResources._5_navigation_md),
      ("15-navigation.zh.md", PackageResources._5_navigation_zh_md),
      ("16-lifecycle.md", PackageResources._6_lifecycle_md),
      ("16-lifecycle.zh.md", PackageResources._6_lifecycle_zh_md),
      ("17-failure.md", PackageResources._7_failure_md),
      ("17-failure.zh.md", PackageResources._7_failure_zh_md),
      ("18-testing.md", PackageResources._8_testing_md),
      ("18-testing.zh.md", PackageResources._8_testing_zh_md),
      ("19-source.md", PackageResources._9_source_md),
      ("19-source.zh.md", PackageResources._9_source_zh_md),
      ("20-writing.md", PackageResources._0_writing_md),
      ("20-writing.zh.md", PackageResources._0_writing_zh_md),
    ].map { (name: $0.0, text: String(decoding: $0.1, as: UTF8.self)) }
  }
}
