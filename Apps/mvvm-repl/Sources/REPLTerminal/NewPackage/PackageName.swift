import Foundation
import REPLKit

/// The name of a package to be written: its module's, and what its types begin with.
struct PackageName: Sendable, Hashable {
  /// The name as it was given: `Shop`.
  let text: String

  /// Checks a name.
  ///
  /// - Throws: A `Message` that says what is wrong, with a name that would do where there is one.
  init(_ text: String) throws(Message) {
    guard let first = text.unicodeScalars.first else {
      throw Message.packageNeedsName
    }
    // Folders, the program and its history are named after it, so that ASCII is what works everywhere.
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
    // The program's name may not begin with the dash that _ becomes.
    guard first.properties.isUppercase else {
      let letters = Self.camel(text)
      throw Message.beginsLowercase(write: letters.isEmpty ? "Shop" : letters)
    }
    self.text = text
  }

  /// The name of its program: `shop-repl`, of `CoffeeShop` `coffee-shop-repl`.
  var tool: String { kebab + "-repl" }

  /// The name as a word of a URL, and of the program.
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

  /// `coffee shop` as `CoffeeShop`.
  private static func camel(_ text: String) -> String {
    text.folding(options: .diacriticInsensitive, locale: nil).split {
      !($0.isASCII && ($0.isLetter || $0.isNumber))
    }
    .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    .drop(while: \.isNumber).description
  }

  /// Modules that a module of a new package would hide, or be hidden by.
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
