import Models

extension ModelDecoder {
  /// A decoder for every way that a `Codable` type can take.
  static let everyWay: [ModelDecoder] = {
    var exact = DecodingOptions()
    exact.duplicateKeys = .keepLast
    var shallow = DecodingOptions()
    shallow.depthLimit = 100
    var mapped = DecodingOptions()
    mapped.keys = .mapped([:])
    var dates = DecodingOptions()
    dates.dates = [.iso8601, .day]
    return [
      ModelDecoder(), .init(exact), .init(shallow), .init(.strict), .init(mapped), .init(dates),
    ]
  }()
}
