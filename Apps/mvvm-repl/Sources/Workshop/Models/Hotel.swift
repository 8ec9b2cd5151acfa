public import Foundation
public import Models

/// A hotel of the travel list; `markNumbers` of the document is not used.
public struct Hotel: Codable, Hashable, Sendable {
  /// Words about it; the first is its campaign.
  @Default<Defaults.EmptyArray<String>> public var poiAttrTagList: [String]
  /// The score in words.
  public var scoreIntro: String
  /// The score, from 0 to 5.
  public var avgScore: Double
  /// The lowest price in yuan.
  public var lowestPrice: Double
  /// Longitude in degrees.
  public var lng: Double
  /// Latitude in degrees.
  public var lat: Double
  /// When it was last booked, in words; `poiLastOrderTime` in the document.
  public var lastOrderTime: String
  /// How often it was booked, in words; `poiSaleAndSpanTag` in the document.
  public var saleTag: String
  /// Where it is, in words; `posdescr` in the document.
  public var positionDescription: String
  /// Its name.
  public var name: String
  /// The picture; `frontImg` in the document, `nil` when that is not an address.
  @Lossy public var frontImageURL: URL?

  private enum CodingKeys: String, CodingKey {
    case poiAttrTagList, scoreIntro, avgScore, lowestPrice, lng, lat, name
    case lastOrderTime = "poiLastOrderTime"
    case saleTag = "poiSaleAndSpanTag"
    case positionDescription = "posdescr"
    case frontImageURL = "frontImg"
  }
}

/// What the two travel endpoints answer: records under `data`.
public struct TravelData<Record: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The records.
  public var data: [Record]
}
