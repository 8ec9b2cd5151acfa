import Foundation
import Models

/// A place as Codable alone, what most people write.
struct PlainPlace: Codable {
  var id: Int
  var name: String
  var city: String
  var address: String
  var longitude: Double
  var latitude: Double
  var price: Double?
  var rating: Double
  var sold: Int
  var isOpen: Bool
  var tags: [String]
  var image: String
  var phone: String
  var updatedAt: Date
}

/// The same with two wrappers, to see what they cost.
struct WrappedPlace: Codable {
  var id: Int
  var name: String
  var city: String
  var address: String
  var longitude: Double
  var latitude: Double
  @Lossy var price: Double?
  var rating: Double
  @Default<Defaults.Zero> var sold: Int
  var isOpen: Bool
  var tags: [String]
  var image: String
  var phone: String
  var updatedAt: Date
}

struct Place: Codable, Equatable, JSONReadable, JSONWritable {
  var id = 0
  var name = ""
  var city = ""
  var address = ""
  var longitude = 0.0
  var latitude = 0.0
  var price: Double?
  var rating = 0.0
  var sold = 0
  var isOpen = false
  var tags: [String] = []
  var image = ""
  var phone = ""
  var updatedAt = Date(timeIntervalSince1970: 0)

  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, name, city, address, longitude, latitude, price, rating, sold, isOpen, tags, image,
      phone
    case updatedAt
  }
  static let keys = JSONKeys(CodingKeys.self)

  init(_ number: Int) {
    id = 100_000 + number
    name = "Lantern House \(number)"
    city = "北京"
    address = "No. \(number % 300) Old Quay Road, near the ferry"
    longitude = 116.3 + Double(number) / 100_000
    latitude = 39.9 + Double(number * 7 % 10_000) / 100_000
    price = number % 5 == 0 ? nil : 48.5 + Double(number % 100)
    rating = Double(number % 50) / 10
    sold = number * 13
    isOpen = number % 2 == 0
    tags = ["family", "harbour \(number % 7)"]
    image = "https://img.example/places/\(number)/600.jpg?width=600&height=400&quality=80"
    phone = "18612345678"
    updatedAt = Date(timeIntervalSince1970: 1_700_000_000 + Double(number))
  }

  init(from reader: inout JSONReader) throws(ModelError) {
    try reader.openObject()
    while let key = try reader.nextKey(of: Self.keys) {
      switch key {
      case .id: id = try reader.readInt()
      case .name: name = try reader.readString()
      case .city: city = try reader.readString()
      case .address: address = try reader.readString()
      case .longitude: longitude = try reader.readDouble()
      case .latitude: latitude = try reader.readDouble()
      case .price: price = try reader.readIfPresent()
      case .rating: rating = try reader.readDouble()
      case .sold: sold = try reader.readInt()
      case .isOpen: isOpen = try reader.readBool()
      case .tags: tags = try reader.readArray()
      case .image: image = try reader.readString()
      case .phone: phone = try reader.readString()
      case .updatedAt: updatedAt = try reader.readDate()
      }
    }
  }

  func write(to writer: inout JSONWriter) throws(ModelError) {
    writer.openObject()
    writer.write(id, for: "id")
    writer.write(name, for: "name")
    writer.write(city, for: "city")
    writer.write(address, for: "address")
    try writer.write(longitude, for: "longitude")
    try writer.write(latitude, for: "latitude")
    try writer.write(price, for: "price")
    try writer.write(rating, for: "rating")
    writer.write(sold, for: "sold")
    writer.write(isOpen, for: "isOpen")
    try writer.write(tags, for: "tags")
    writer.write(image, for: "image")
    writer.write(phone, for: "phone")
    try writer.write(updatedAt, for: "updatedAt")
    writer.closeObject()
  }
}
