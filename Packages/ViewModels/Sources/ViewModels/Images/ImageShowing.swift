/// A cell with an image that is loaded while the cell is visible.
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
/// The list starts the load when its view reports that the cell will be displayed. It cancels an unfinished load when
/// the cell is no longer displayed or leaves the list.
@MainActor
public protocol ImageShowing: CellViewModel {
  /// The image.
  var picture: ImageViewModel { get }
}
