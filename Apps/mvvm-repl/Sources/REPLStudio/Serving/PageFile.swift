import Foundation

/// A file of the page, embedded in the program.
struct PageFile: Sendable {
  /// The media type.
  let type: String
  let bytes: Data

  /// Returns the file with the name after the token in an address; the page itself has the empty name.
  static func named(_ name: String) -> PageFile? { all[name] }

  static var names: [String] { all.keys.sorted() }

  private static let all: [String: PageFile] = [
    "": PageFile(type: "text/html", bytes: Data(PackageResources.studio_html)),
    "studio.css": PageFile(type: "text/css", bytes: Data(PackageResources.studio_css)),
    "studio.js": script(PackageResources.studio_js),
    "parts.js": script(PackageResources.parts_js),
    "screen.js": script(PackageResources.screen_js),
    "prompt.js": script(PackageResources.prompt_js),
    "pictures.js": script(PackageResources.pictures_js),
  ]

  private static func script(_ bytes: [UInt8]) -> PageFile {
    PageFile(type: "text/javascript", bytes: Data(bytes))
  }
}
