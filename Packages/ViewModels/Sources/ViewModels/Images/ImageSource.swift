public import Foundation

/// A source of images, by their addresses: a client of a server, a folder, a table.
///
/// ```swift
/// struct ServerImages: ImageSource {
///   let client: Client
///   func image(at address: String) async throws -> LoadedImage {
///     LoadedImage(try await client.send(Request(.get, address)).data, from: .network)
///   }
/// }
/// ```
/// An ``ImageLoader`` asks it once for several who want the same image, and cancels its task when nobody does any more.
public protocol ImageSource: Sendable {
  /// Gets the image of an address, which is never blank.
  ///
  /// - Throws: Any error; its description is what a person is told.
  func image(at address: String) async throws -> LoadedImage
}

/// The bytes of an image, and where they came from.
public struct LoadedImage: Hashable, Sendable {
  /// A place that images come from.
  public enum Origin: String, Codable, Sendable, CaseIterable {
    /// The loader had it: a hit.
    case memory
    /// It was kept from an earlier time, on a disk: a hit, too.
    case cache
    /// It was fetched: a miss.
    case network
  }

  /// The image as it is encoded.
  public var bytes: Data
  /// Where it came from.
  public var origin: Origin

  /// Makes a loaded image.
  public init(_ bytes: Data, from origin: Origin) { (self.bytes, self.origin) = (bytes, origin) }
}
