import Foundation
import HTTPTypes
import Networking
import REPLKit
import ViewModels

/// The images of the demos, for which the workshop's server stands in for the host in their addresses; other images
/// come from their own hosts.
///
/// After the first fetch, an image comes from the client's cache.
struct RemoteImages: ImageSource {
  let api: WorkshopAPI

  /// The host in the addresses of the demos' images; nobody can own this name, so it does not exist.
  private static let host = "img.example"

  func image(at address: String) async throws -> LoadedImage {
    let response: Response
    do { response = try await api.client().send(try Self.request(address)) } catch {
      // The message leaves out the address of the request, because a person cannot act on it.
      throw (error as? NetworkError)?.advice ?? Message(error)
    }
    let type = response.headers[.contentType] ?? "nothing"
    guard type.hasPrefix("image/") else {
      throw Message("The server sent \(type) instead of an image.", "服务器发来的是 \(type)，不是图片。")
    }
    return LoadedImage(response.data, from: response.source == .network ? .network : .cache)
  }

  private static func request(_ address: String) throws -> Request {
    guard let url = URL(string: address), url.scheme != nil else {
      throw Message("'\(address)' is not the address of an image.", "“\(address)”不是图片的网址。")
    }
    var request =
      url.host() == host ? Request(.get, "/images" + url.path()) : Request(.get, url: url)
    request.headers[.accept] = "image/*"
    request.cachePolicy = .returnCacheDataElseLoad
    return request
  }
}
