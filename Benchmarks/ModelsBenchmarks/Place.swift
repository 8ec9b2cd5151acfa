import Foundation
import Models

/// A place with plain Codable, as most people write it.
struct Place: Codable, Equatable {
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

/// The same place with two property wrappers, to measure their cost.
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

extension Place {
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
}
