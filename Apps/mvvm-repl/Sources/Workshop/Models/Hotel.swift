import Foundation
import Models

/// A hotel of the travel list; `markNumbers` of the document is not used.
struct Hotel: Codable, Hashable, Sendable {
  /// Tags of the hotel; the first one is its campaign.
  @Default<Defaults.EmptyArray<String>> var poiAttrTagList: [String]
  /// The score in words.
  var scoreIntro: String
  /// The score, from 0 to 5.
  var avgScore: Double
  /// The lowest price in yuan.
  var lowestPrice: Double
  var lng: Double
  var lat: Double
  /// The time of the last booking, in words; `poiLastOrderTime` in the document.
  var lastOrderTime: String
  /// The number of bookings, in words; `poiSaleAndSpanTag` in the document.
  var saleTag: String
  /// The place, in words; `posdescr` in the document.
  var positionDescription: String
  var name: String
  /// The picture; `frontImg` in the document, `nil` when that is not an address.
  @Lossy var frontImageURL: URL?

  private enum CodingKeys: String, CodingKey {
    case poiAttrTagList, scoreIntro, avgScore, lowestPrice, lng, lat, name
    case lastOrderTime = "poiLastOrderTime"
    case saleTag = "poiSaleAndSpanTag"
    case positionDescription = "posdescr"
    case frontImageURL = "frontImg"
  }
}

/// The answer of the two travel endpoints: records under `data`.
struct TravelData<Record: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  var data: [Record]
}
