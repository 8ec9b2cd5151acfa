#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

import Synchronization

/// Numbers of one encoding that have more digits than Foundation's encoder takes, each written as a name at first.
///
/// The names are strings that no document holds by chance; the numbers take their places in the bytes.
final class LongNumbers: Sendable {
  static let key: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "Models.numbers") else {
      fatalError("A user info key can be made from any text.")
    }
    return key
  }()

  private static let prefix = "JSONNumber \(UUID().uuidString) "
  private let numbers = Mutex<[String]>([])

  /// The name that stands for a number.
  func name(of number: String) -> String {
    numbers.withLock { numbers in
      numbers.append(number)
      return "\(Self.prefix)\(numbers.count - 1)"
    }
  }

  /// The document with each name, and the quotes around it, replaced by its number.
  ///
  /// - Complexity: O(size of the document).
  func inserted(into document: Data) -> Data {
    let numbers = numbers.withLock { $0 }
    guard !numbers.isEmpty else { return document }
    let opening = Data("\"\(Self.prefix)".utf8)
    var result = Data()
    var rest = document[...]
    while let name = rest.firstRange(of: opening),
      let end = rest[name.upperBound...].firstIndex(of: ASCII.quote),
      let index = Int(String(decoding: rest[name.upperBound..<end], as: UTF8.self))
    {
      result.append(rest[..<name.lowerBound])
      result.append(contentsOf: numbers[index].utf8)
      rest = rest[(end + 1)...]
    }
    return result + rest
  }
}
