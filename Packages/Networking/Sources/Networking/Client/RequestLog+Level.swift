import HTTPTypes

extension RequestLog {
  /// The severity of a request's outcome.
  ///
  /// ```swift
  /// for entry in client.log.entries(from: .warning) { print(entry.level, entry) }
  /// ```
  public enum Level: String, Sendable, Hashable, Comparable, CaseIterable {
    /// The request was answered, is still running, or was cancelled by the caller.
    case info
    /// The server refused the request (a status from 300 to 499, also if the token renewal failed), or the request took
    /// several attempts.
    case warning
    /// The response is missing, incomplete or unusable, or the server failed (a status from 500 on).
    case error

    /// Whether `lhs` is less severe than `rhs`.
    public static func < (lhs: Level, rhs: Level) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }
}

extension RequestLog.Entry {
  /// The severity of the request's outcome.
  public var level: RequestLog.Level {
    let status = status?.code ?? 0
    switch failure {
    case .cancelled?: return .info
    case .badStatus? where status < 500, .unauthenticated? where status == 401: return .warning
    case .some: return .error
    case nil: break
    }
    if status >= 500 { return .error }
    return status >= 400 || attempts > 1 ? .warning : .info
  }
}
