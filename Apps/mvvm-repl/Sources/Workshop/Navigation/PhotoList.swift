import Bindings
import REPLKit
import ViewModels

/// The photos by their titles; the first tab of ``PhotoApp``.
@MainActor
@ViewModel
final class PhotoList: LifecycleViewModel {
  /// The titles, numbered as the photos are: the first is photo 1.
  let photos: Property<[String]>

  /// Makes the page.
  init(language: PageLanguage = .english) {
    photos = Property(SampleData.photos.prefix(10).map(\.title), label: "photos")
    super.init()
    title = language.text("Photos", "照片")
  }

  @Ignored private var last = 0

  /// Shows a photo of this tab; the first is 1.
  ///
  /// - Throws: When there is no such photo.
  @Command func show(_ id: Int) throws { try navigator?.open("/photos/\(id)") }

  /// Returns the route of the next photo, from the first on, and after the last one that of the page about the app; the
  /// app then goes there.
  @Command func next() -> Route {
    last = (last + 1) % (photos.value.count + 1)
    return last == 0 ? "/about" : Route(["photos", "\(last)"])
  }
}

/// One photo, which may get a caption and the city in which it was taken.
///
/// A caption that is not saved keeps a person from going back.
@MainActor
@ViewModel
final class PhotoPage: LifecycleViewModel, BackHandling {
  /// The photo.
  let photo: Photo
  /// The title of the photo.
  var name: String { photo.title }
  /// The city in which the photo was taken; `nil` until somebody has chosen one.
  private(set) var city: String?
  /// The text below the photo.
  var caption: String = ""
  /// The caption as it was saved last.
  private(set) var savedCaption: String = ""
  /// Whether the present caption is saved.
  var isSaved: Bool { caption == savedCaption }
  private let language: PageLanguage

  /// Makes the page of a photo; the first is 1.
  ///
  /// - Throws: When there is no such photo.
  init(id: Int, language: PageLanguage = .english) throws {
    guard let photo = SampleData.photos.first(where: { $0.id == id }) else {
      throw Message.noPhoto(id, of: SampleData.photos.count)
    }
    self.photo = photo
    self.language = language
    super.init()
    title = language.text("Photo \(id)", "照片 \(id)")
  }

  /// Whether the back button may leave the page, which requires a saved caption.
  func shouldPop() -> Bool { isSaved }

  /// Saves the caption.
  @Command func save() { savedCaption = caption }

  /// Asks for the city in a page of its own; returns `nil` when that page is dismissed.
  @Command func chooseCity() async throws -> String? {
    let chosen = try await navigator?.present(asking: CityPicker(language: language))
    if let chosen { city = chosen }
    return chosen
  }
}
