/// An array whose elements are of several models, told apart by a key of each element.
///
/// ```swift
/// enum PlaceKind: String, ModelFamily {
///   case scenic, hotel
///   static let typeKey = "kind"
///   func decode(from decoder: any Decoder) throws -> any Place {
///     switch self {
///     case .scenic: try Scenic(from: decoder)
///     case .hotel: try Hotel(from: decoder)
///     }
///   }
/// }
/// struct City: Decodable { @Polymorphic<PlaceKind> var places: [any Place] }
/// ```
///
/// An element of a kind that the family does not list fails the decode, or is dropped in a lossy one.
@propertyWrapper
public struct Polymorphic<Family: ModelFamily> {
  /// The elements, each of the model that its key names.
  public var wrappedValue: [Family.Element]

  /// Wraps the elements.
  public init(wrappedValue: [Family.Element]) {
    self.wrappedValue = wrappedValue
  }
}

/// The models of a polymorphic array: an enum of the values of the type key.
public protocol ModelFamily: RawRepresentable<String> {
  /// The common type of the elements, often `any` of a protocol.
  associatedtype Element
  /// The key of each element that names its kind.
  static var typeKey: String { get }
  /// Decodes an element of this kind.
  func decode(from decoder: any Decoder) throws -> Element
}

extension Polymorphic: Decodable {
  private struct Slot: Decodable {
    let element: Family.Element

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: NamedKey.self)
      let key = NamedKey(Family.typeKey)
      let name = try container.decode(String.self, forKey: key)
      guard let kind = Family(rawValue: name) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container,
          debugDescription: "\(Family.self) knows no kind \"\(name)\": add it, or decode lossily.")
      }
      element = try kind.decode(from: decoder)
    }
  }

  /// Decodes each element by its kind.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode([Slot].self).map(\.element)
  }
}

extension Polymorphic: Sendable where Family.Element: Sendable {}
