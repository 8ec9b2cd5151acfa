public import REPLKit

extension Course {
  /// The workshop's lessons, in English and Chinese: the use of a view-model, the layers below it, the needs of an
  /// app's pages, tests, and a view-model of the reader's own.
  ///
  /// The lessons are read when the first one is requested; the tests have read them before.
  public static func workshop() -> Course { Course(unread: documents) }

  /// The Swift files that a lesson shows, for use where the sources are missing.
  static var workshopSources: [String: String] {
    ["LoginForm.swift": String(decoding: PackageResources.LoginForm_swift_txt, as: UTF8.self)]
  }

  private static let documents = inBoth([
    ("01-values", PackageResources._1_values_md, PackageResources._1_values_zh_md),
    ("02-watching", PackageResources._2_watching_md, PackageResources._2_watching_zh_md),
    ("03-derived", PackageResources._3_derived_md, PackageResources._3_derived_zh_md),
    ("04-commands", PackageResources._4_commands_md, PackageResources._4_commands_zh_md),
    ("05-bindings", PackageResources._5_bindings_md, PackageResources._5_bindings_zh_md),
    ("06-waiting", PackageResources._6_waiting_md, PackageResources._6_waiting_zh_md),
    ("07-lists", PackageResources._7_lists_md, PackageResources._7_lists_zh_md),
    ("08-time", PackageResources._8_time_md, PackageResources._8_time_zh_md),
    ("09-models", PackageResources._9_models_md, PackageResources._9_models_zh_md),
    ("10-networking", PackageResources._0_networking_md, PackageResources._0_networking_zh_md),
    ("11-store", PackageResources._1_store_md, PackageResources._1_store_zh_md),
    ("12-mvc", PackageResources._2_mvc_md, PackageResources._2_mvc_zh_md),
    ("13-forms", PackageResources._3_forms_md, PackageResources._3_forms_zh_md),
    ("14-paging", PackageResources._4_paging_md, PackageResources._4_paging_zh_md),
    ("15-navigation", PackageResources._5_navigation_md, PackageResources._5_navigation_zh_md),
    ("16-lifecycle", PackageResources._6_lifecycle_md, PackageResources._6_lifecycle_zh_md),
    ("17-failure", PackageResources._7_failure_md, PackageResources._7_failure_zh_md),
    ("18-testing", PackageResources._8_testing_md, PackageResources._8_testing_zh_md),
    ("19-source", PackageResources._9_source_md, PackageResources._9_source_zh_md),
    ("20-writing", PackageResources._0_writing_md, PackageResources._0_writing_zh_md),
  ])
}

/// The documents of embedded texts: each in English, then in Chinese.
func inBoth(
  _ texts: [(name: String, english: [UInt8], chinese: [UInt8])]
) -> [(name: String, text: String)] {
  texts.flatMap { [("\($0).md", $1), ("\($0).zh.md", $2)] }
    .map { ($0, String(decoding: $1, as: UTF8.self)) }
}
