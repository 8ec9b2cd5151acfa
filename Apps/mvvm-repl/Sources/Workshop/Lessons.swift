public import REPLKit

extension Course {
  /// The workshop's lessons, in English and Chinese: from a first view-model down to the layers below.
  ///
  /// - Throws: ``/REPLKit/LessonError`` when one is broken, which the tests rule out.
  public static func workshop() throws(LessonError) -> Course { try Course(documents) }

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
      ("09-layers.md", PackageResources._9_layers_md),
      ("09-layers.zh.md", PackageResources._9_layers_zh_md),
    ].map { (name: $0.0, text: String(decoding: $0.1, as: UTF8.self)) }
  }
}
