public import Foundation

/// A source that loads images by their addresses: a client of a server, a folder, a table.
///
/// ```swift
/// struct ServerImages: ImageSource {
///   let client: Client
///   func image(at address: String) async throws -> LoadedImage {
///     LoadedImage(try await client.send(Request(.get, address)).data, from: .network)
///   }
/// }
/// ```
/// An ``ImageLoader`` requests an image once for all its callers, and cancels the task when no caller is left.
public protocol ImageSource: Sendable {
  /// Loads the image of an address, which is never blank.
  ///
  /// - Throws: Any error; its description is shown to the user.
  func image(at address: String) async throws -> LoadedImage
}

/// The bytes of an image and their origin.
public struct LoadedImage: Hashable, Sendable {
  /// A place from which images come.
  public enum Origin: String, Codable, Sendable, CaseIterable {
    /// The loader's memory cache: a hit.
    case memory
    /// An earlier download, stored on a disk: a hit, too.
    case cache
    /// The network: a miss.
    case network
  }

  /// The encoded image.
  public var bytes: Data
  /// The origin of the image.
  public var origin: Origin

  /// Makes a loaded image.
  public init(_ bytes: Data, from origin: Origin) { (self.bytes, self.origin) = (bytes, origin) }
}
