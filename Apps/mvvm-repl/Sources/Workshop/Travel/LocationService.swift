import ViewModels

/// A city, by the number that the travel documents give it.
struct City: Codable, Hashable, Sendable {
  /// The number.
  var id: Int
  /// The name.
  var name: String
}

/// Knows where a person is.
protocol LocationService: Sendable {
  /// The city that the person was in last.
  var city: City { get }
}

/// A fixed location, because a terminal knows of no other.
struct FixedLocation: LocationService {
  var city = City(id: 1, name: "Norburg")
}

/// The environment key of the service that knows where a person is.
enum LocationKey: ViewModelEnvironmentKey {
  static let liveValue: any LocationService = FixedLocation()
}
