import Foundation
import Models

/// A sight of the travel list; `avgScore` and `pictureTag` of the document are not used.
struct Scenic: Codable, Hashable, Sendable {
  /// A word about a campaign; empty without one.
  @Default<Defaults.EmptyString> var campaignTag: String
  /// The lowest price in yuan.
  var lowestPrice: Double
  var lng: Double
  var lat: Double
  /// The city's number; `cityId` in the document.
  var cityID: Int
  var cityName: String
  /// The part of the city, shown instead of the city to people who are in that city.
  var areaName: String
  /// The picture; `frontImg` in the document, `nil` when that is not an address.
  @Lossy var frontImgURL: URL?
  var solds: Int
  var name: String

  private enum CodingKeys: String, CodingKey {
    case campaignTag, lowestPrice, lng, lat, cityName, areaName, solds, name
    case cityID = "cityId"
    case frontImgURL = "frontImg"
  }
}
