import Bindings
import Foundation
import Measuring
import ViewModels

/// Cases of images in memory.
@MainActor let imageCases: [GrowthCase] = [
  // Half of the images must be removed from the cache.
  GrowthCase("viewModel.images", size: 300, .logarithmicEach) { count in
    let images = ImageLoader(OneByteImages(), capacity: (count + 1) / 2)
    for index in 0..<count { blackHole(try? await images.image(at: "\(index)")) }
  }
]

/// A source of tiny images.
private struct OneByteImages: ImageSource {
  func image(at address: String) -> LoadedImage { LoadedImage(Data([1]), from: .network) }
}
