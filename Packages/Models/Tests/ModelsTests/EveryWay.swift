import Models

extension DecodingOptions {
  /// The defaults, but for a limit that has every document go through this package's own decoder.
  static let own: DecodingOptions = {
    var options = DecodingOptions()
    options.depthLimit = 511
    return options
  }()
}

extension ModelDecoder {
  /// A decoder for every way that a `Codable` type can take.
  static let everyWay: [ModelDecoder] = {
    var shallow = DecodingOptions()
    shallow.depthLimit = 100
    var mapped = DecodingOptions()
    mapped.keys = .mapped([:])
    var dates = DecodingOptions()
    dates.dates = [.iso8601, .day]
    return [
      ModelDecoder(), .init(.own), .init(shallow), .init(mapped), .init(dates),
    ]
  }()
}
