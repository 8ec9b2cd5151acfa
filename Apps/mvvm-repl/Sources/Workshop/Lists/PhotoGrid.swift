import Bindings
import HTTPTypes
import Networking
import ViewModels

/// Gets the photos of the collection page.
protocol PhotoService: NetworkAware {
  /// All photos, in order.
  func photos() async throws -> [Photo]
}

/// A photo as a tile: the small picture with its title.
@MainActor
@ViewModel
final class PhotoCell: ImageCell, ImageShowing {
  /// The photo that the tile shows.
  let photo: Photo
  /// The small picture.
  let picture: ImageViewModel

  /// Makes a tile for a photo.
  init(_ photo: Photo, images: ImageLoader) {
    self.photo = photo
    picture = ImageViewModel(photo.thumbnailURL, loader: images)
    super.init(photo.thumbnailURL, caption: photo.title)
  }
}

/// The collection page: the first photos in two columns, and a tool bar that adds and removes tiles.
///
/// Photos that failed without a network are loaded when the network is back.
@MainActor
@ViewModel
final class PhotoGrid: GridViewModel {
  /// The number of the server's photos to show; none when it is negative.
  var limit: Int = 3
  @Ignored private let language: PageLanguage
  private let service: any PhotoService
  private let images: ImageLoader

  /// Makes the page; photos come when it is loaded.
  init(
    service: any PhotoService, images: ImageLoader, language: PageLanguage = .english
  ) {
    (self.service, self.images, self.language) = (service, images, language)
    super.init(columns: 2)
    addChild(page.prompts)
    title = language.text("Photos", "照片")
    page.onPull { [weak self] in await self?.refresh() }
    retries(page, with: service) { [weak self] in await self?.refresh() }
  }

  override func startLoading() { loads { await self.refresh() } }

  /// Gets the photos again.
  @Command func refresh() async {
    await page.load(in: language) {
      let photos = try await service.photos().prefix(max(0, limit))
      try setCells(photos.map { PhotoCell($0, images: images) })
      return count > 0
    }
  }

  /// Puts a tile at the front.
  @Command func addTile() throws { try insert(tile(count + 1), at: 0) }

  /// Puts three tiles at the front.
  @Command func addTiles() throws {
    try insert((1...3).map { tile(count + $0) }, at: 0)
  }

  /// Takes out the first tile.
  @Command func removeFirst() throws { try remove(rows: 0..<1) }

  /// Takes out the first section.
  @Command func removeFirstSection() throws { try remove(sections: 0..<1) }

  private func tile(_ number: Int) -> ImageCell {
    ImageCell("photo \(number)", caption: language.text("Photo \(number)", "照片 \(number)"))
  }
}

/// The photos of the workshop's API.
struct RemotePhotos: PhotoService, RemoteService {
  let api: WorkshopAPI

  func photos() async throws -> [Photo] { try await api.client().value(Request(.get, "/photos")) }
}
