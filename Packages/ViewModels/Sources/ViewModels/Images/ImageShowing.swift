/// A cell with an image that is loaded while the cell is in sight.
///
/// ```swift
/// @ViewModel final class PersonCell: TextCell, ImageShowing {
///   let picture: ImageViewModel
///   init(_ person: Person, images: ImageLoader) {
///     picture = ImageViewModel(person.avatar, loader: images)
///     super.init(person.name, image: person.avatar)
///   }
/// }
/// ```
/// The list begins to load when its view reports that the cell will be seen, and gives up what is on the way when the
/// cell is not seen any more or leaves the list.
@MainActor
public protocol ImageShowing: CellViewModel {
  /// The image.
  var picture: ImageViewModel { get }
}
