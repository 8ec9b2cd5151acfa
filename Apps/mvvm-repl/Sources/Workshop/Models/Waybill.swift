import Models

/// A courier's order in the two lists 待取餐 and 待送达.
struct Waybill: Codable, Hashable, Sendable, Identifiable {
  /// Where the order is on its way.
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

  /// Its number; `waybillId` in the document.
  var id: Int
  /// Where it is on its way; `waybillStatus` in the document.
  var status: Status
  /// Why it was cancelled; 0 when it was not, and only then it has details to show.
  @Default<Defaults.Zero> var cancelCode: Int
  /// Whether it was given its status here: the server does not know of that.
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
