import HTTPTypes

extension RequestLog {
  /// The seriousness of what became of a request.
  ///
  /// ```swift
  /// for entry in client.log.entries(from: .warning) { print(entry.level, entry) }
  /// ```
  public enum Level: String, Sendable, Hashable, Comparable, CaseIterable {
    /// It was answered, is still on its way, or the caller cancelled it.
    case info
    /// The server refused it (a status from 300 to 499), also when no new token was to be had, or it took several
    /// attempts.
    case warning
    /// No answer came, or not all of it, or not what was asked for, or the server failed (a status from 500 on).
    case error

    /// Whether `lhs` is less serious.
    public static func < (lhs: Level, rhs: Level) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }
}

extension RequestLog.Entry {
  /// The seriousness of what became of the request.
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
