import Bindings
import Foundation
import Models
import REPLKit
import ViewModels

/// A place as a row, which knows what to show but not the kind of the place.
///
/// Sights and hotels fill the same row; each type overrides what it knows, and the rest stays empty.
@MainActor
@ViewModel
class PlaceCell: CellViewModel, ImageShowing {
  /// The picture, which is loaded while the row is visible; there is none without an address.
  let picture: ImageViewModel
  /// The address of the picture; `nil` without one.
  var image: String? { nil }
  /// The name.
  var name: String { "" }
  /// The price; empty without one.
  var price: String { styledPrice.plain }
  /// The price, with a role for each part.
  @Ignored var styledPrice: ScreenText { "" }
  /// A word about a campaign.
  var campaign: String { "" }
  /// Whether there is no campaign.
  var isCampaignHidden: Bool { campaign.isEmpty }
  /// The text at the end of the row.
  var footer: String { "" }

  /// Makes a row that shows a picture, and nothing else.
  init(_ picture: ImageViewModel) {
    self.picture = picture
    super.init()
  }

  /// The name.
  @Ignored override var description: String { name }
}

/// A sight as a row.
@MainActor
@ViewModel
final class ScenicCell: PlaceCell {
  private let scenic: Scenic
  @Ignored private let city: Property<Int>
  @Ignored private let language: PageLanguage

  /// Makes a row that follows the city in which the person is.
  init(
    _ scenic: Scenic, city: Property<Int>, images: ImageLoader, language: PageLanguage = .english
  ) {
    (self.scenic, self.city, self.language) = (scenic, city, language)
    super.init(ImageViewModel(scenic.frontImgURL?.absoluteString ?? "", loader: images))
  }

  override var image: String? { scenic.frontImgURL?.absoluteString }
  override var name: String { scenic.name }
  @Ignored override var styledPrice: ScreenText {
    Formatting.startingPrice(Decimal(scenic.lowestPrice), in: language)
  }
  override var campaign: String { scenic.campaignTag }
  /// The part of the city for people who are in that city, the city for others.
  override var footer: String { scenic.cityID == city.value ? scenic.areaName : scenic.cityName }
}

/// A hotel as a row: it has no price and no text at the end.
@MainActor
@ViewModel
final class HotelCell: PlaceCell {
  private let hotel: Hotel

  /// Makes a row.
  init(_ hotel: Hotel, images: ImageLoader) {
    self.hotel = hotel
    super.init(ImageViewModel(hotel.frontImageURL?.absoluteString ?? "", loader: images))
  }

  override var image: String? { hotel.frontImageURL?.absoluteString }
  override var name: String { hotel.name }
  override var campaign: String { hotel.poiAttrTagList.first ?? "" }
}

extension TextRow.Content {
  /// Creates the line of a place: the name of its picture, the campaign after the name, price and footer at the end.
  @MainActor
  init(_ place: PlaceCell) {
    let end = [place.price, place.footer].filter { !$0.isEmpty }.joined(separator: "  ")
    self.init(
      place.name + (place.isCampaignHidden ? "" : " [\(place.campaign)]"),
      detail: end.isEmpty ? nil : end, image: ImageReference(place.image ?? "").name,
      layout: .detail)
  }
}
