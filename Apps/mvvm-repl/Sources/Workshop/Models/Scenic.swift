public import Foundation
public import Models

/// A sight of the travel list; `avgScore` and `pictureTag` of the document are not used.
public struct Scenic: Codable, Hashable, Sendable {
  /// A word about a campaign; empty when there is none.
  @Default<Defaults.EmptyString> public var campaignTag: String
  /// The lowest price in yuan.
  public var lowestPrice: Double
  /// Longitude in degrees.
  public var lng: Double
  /// Latitude in degrees.
  public var lat: Double
  /// The city's number; `cityId` in the document.
  public var cityID: Int
  /// The city.
  public var cityName: String
  /// The part of the city, shown in place of the city to those who are in it.
  public var areaName: String
  /// The picture; `frontImg` in the document, `nil` when that is not an address.
  @Lossy public var frontImgURL: URL?
  /// How often it was sold.
  public var solds: Int
  /// Its name.
  public var name: String

  private enum CodingKeys: String, CodingKey {
    case campaignTag, lowestPrice, lng, lat, cityName, areaName, solds, name
    case cityID = "cityId"
    case frontImgURL = "frontImg"
  }
}
