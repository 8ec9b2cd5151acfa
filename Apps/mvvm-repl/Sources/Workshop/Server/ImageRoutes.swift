import FlyingFox
import Foundation

/// The routes `/images`: a picture for each address in the sample data, drawn from its path.
enum ImageRoutes {
  static func add(to routes: inout RoutedHTTPHandler) {
    routes.appendRoute("GET /images/*") { request in
      HTTPResponse(
        statusCode: .ok,
        headers: [
          .contentType: "image/svg+xml", HTTPHeader("Cache-Control"): "max-age=86400",
        ], body: Data(picture(request.path.dropFirst("/images/".count)).utf8))
    }
  }

  /// A square with the name of the picture, in a colour of its own.
  private static func picture(_ path: Substring) -> String {
    let name = path.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "./-".contains($0)) }
    let hue = name.utf8.reduce(0) { ($0 * 31 + Int($1)) % 360 }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="150" height="150">\
      <rect width="150" height="150" fill="hsl(\(hue),60%,70%)"/>\
      <text x="75" y="80" text-anchor="middle">\(name)</text></svg>
      """
  }
}
