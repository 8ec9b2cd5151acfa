import Models

/// A courier's order in the two lists 待取餐 and 待送达.
struct Waybill: Codable, Hashable, Sendable, Identifiable {
  /// The stage of an order.
  enum Status: String, Codable, Hashable, Sendable, CaseIterable, FallbackCase {
    /// 待取餐: waiting to be collected.
    case toCollect
    /// 待送达: waiting to be delivered.
    case toDeliver
    case delivered
    /// A word that this version does not know.
    case unknown

    static let fallback = Status.unknown
  }

  /// The number; `waybillId` in the document.
  var id: Int
  /// The stage of the order; `waybillStatus` in the document.
  var status: Status
  /// The reason of a cancellation; 0 for an order that is not cancelled, and only such an order has details to show.
  @Default<Defaults.Zero> var cancelCode: Int
  /// Whether the status was set here, so that the server does not know it.
  var isMovedHere = false

  private enum CodingKeys: String, CodingKey {
    case cancelCode
    case id = "waybillId"
    case status = "waybillStatus"
  }

  init(id: Int, status: Status, cancelCode: Int = 0) {
    self.id = id
    self.status = status
    self.cancelCode = cancelCode
  }
}
