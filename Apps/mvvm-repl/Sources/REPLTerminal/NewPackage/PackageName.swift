import Foundation
import REPLKit

/// The name of a new package, which is also the name of its module and the prefix of its types.
struct PackageName: Sendable, Hashable {
  /// The name as it was given: `Shop`.
  let text: String

  /// Checks a name.
  ///
  /// - Throws: A `Message` about the problem, with a valid name if there is one.
  init(_ text: String) throws(Message) {
    guard let first = text.unicodeScalars.first else {
      throw Message.packageNeedsName
    }
    // Folders, the program and its history get this name, and only ASCII works everywhere.
    let isIdentifier = text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.isDigit || scalar == "_")
    }
    guard isIdentifier, !first.isDigit else {
      let letters = Self.camel(text)
      let advice = letters.isEmpty || letters == text ? "Shop" : letters
      throw Message.isNoTypeName(text, write: advice)
    }
    if SwiftKeywords.all.contains(text) {
      throw Message.isSwiftWord(text)
    }
    if let module = Self.modules.first(where: { $0.lowercased() == text.lowercased() }) {
      throw Message.isModule(text, module)
    }
    if text.hasSuffix("Tests") {
      let stem = String(text.dropLast("Tests".count))
      throw Message.isNameOfTests(text, write: stem.isEmpty ? "Shop" : stem)
    }
    // The program's name must not begin with a dash, which is what _ becomes.
    guard first.properties.isUppercase else {
      let letters = Self.camel(text)
      throw Message.beginsLowercase(write: letters.isEmpty ? "Shop" : letters)
    }
    self.text = text
  }

  /// The name of the program, such as `shop-repl`, or `coffee-shop-repl` for `CoffeeShop`.
  var tool: String { kebab + "-repl" }

  /// The name in a form for URLs and for the program.
  var kebab: String {
    var word = ""
    var wasLower = false
    for character in text {
      if character.isUppercase, wasLower { word += "-" }
      wasLower = character.isLowercase || character.isNumber
      word += character == "_" ? "-" : character.lowercased()
    }
    return word
  }

  /// Turns `coffee shop` into `CoffeeShop`.
  private static func camel(_ text: String) -> String {
    text.folding(options: .diacriticInsensitive, locale: nil).split {
      !($0.isASCII && ($0.isLetter || $0.isNumber))
    }
    .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    .drop(while: \.isNumber).description
  }

  /// Modules that would conflict with a new module of the same name.
  private static let modules = [
    "ArgumentParser", "Bindings", "BindingsTestSupport", "CCurl", "CCurlShim", "CEditShim",
    "CLibEdit", "CStoreFaults", "CStoreSums", "CSystem", "Dispatch", "DisplayWidth", "FlyingFox",
    "FlyingSocks", "Foundation", "FoundationEssentials", "GRDB", "GRDBSQLite", "Glibc", "HTTPTypes",
    "LineEditor", "Models", "Networking", "NetworkingFoundation", "NetworkingSimulation",
    "NetworkingTestSupport", "Observation", "ProcessTestSupport", "REPLKit", "REPLStudio",
    "REPLTerminal", "RegexBuilder", "Store", "StoreCrashWriter", "Subprocess", "Swift",
    "SwiftSyntax", "Synchronization", "SystemPackage", "Testing", "ViewModelMacros", "ViewModels",
    "Workshop", "XCTest",
  ]
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { properties.numericType == .decimal }
}
