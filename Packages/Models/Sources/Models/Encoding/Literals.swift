#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

import Synchronization

/// Parts of one encoding that Foundation's encoder would write otherwise, each written as a name at first: numbers
/// with more digits than it takes, and any JSON, whose members have an order.
///
/// The names are strings that no document holds by chance; the parts take their places in the bytes.
final class Literals: Sendable {
  static let key: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "Models.literals") else {
      fatalError("A user info key can be made from any text.")
    }
    return key
  }()

  private static let prefix = "JSON \(UUID().uuidString) "
  private let texts = Mutex<[String]>([])

  /// The name that stands for a text.
  func name(of text: String) -> String {
    texts.withLock { texts in
      texts.append(text)
      return "\(Self.prefix)\(texts.count - 1)"
    }
  }

  /// The document with each name, and the quotes around it, replaced by its text.
  ///
  /// - Complexity: O(size of the document).
  func inserted(into document: Data) -> Data {
    let texts = texts.withLock { $0 }
    guard !texts.isEmpty else { return document }
    let opening = Data("\"\(Self.prefix)".utf8)
    var result = Data()
    var rest = document[...]
    while let name = rest.firstRange(of: opening),
      let end = rest[name.upperBound...].firstIndex(of: ASCII.quote),
      let index = Int(String(decoding: rest[name.upperBound..<end], as: UTF8.self))
    {
      result.append(rest[..<name.lowerBound])
      result.append(contentsOf: texts[index].utf8)
      rest = rest[(end + 1)...]
    }
    return result + rest
  }
}
