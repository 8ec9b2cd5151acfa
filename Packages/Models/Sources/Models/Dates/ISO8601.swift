/// A parser and printer of ISO 8601 dates that works on bytes, without a formatter.
///
/// On Linux, Foundation's formatters take seven to thirty-seven times as long as the rest of a fast decode.
enum ISO8601 {
  /// Returns the seconds since 1970 of `YYYY-MM-DDThh:mm:ss[.fraction](Z|±hh[:]mm)`, or `nil` if the text is invalid.
  ///
  /// A space may replace the T, and letters may be lower case. A non-existent day and second 60 are invalid.
  static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard text.count >= 20, let day = unsafe day(text) else { return nil }
    guard unsafe text[10] | 0x20 == ASCII.t || text[10] == 0x20 else { return nil }
    guard let clock = unsafe clock(text, at: 11) else { return nil }
    var index = 19
    var fraction = 0.0
    if unsafe text[index] == ASCII.point {
      index += 1
      var digits: UInt64 = 0
      let first = index
      while index < text.count, unsafe text[index].isASCIIDigit {
        if index - first < 15 { digits = unsafe digits * 10 + UInt64(text[index] &- 0x30) }
        index += 1
      }
      guard index > first else { return nil }
      fraction = Double(digits) / tens[min(15, index - first)]
    }
    guard let offset = unsafe zone(text, at: index) else { return nil }
    return Double(day * 86400 + clock - offset) + fraction
  }

  /// Returns the days since 1970 of the date in the first ten bytes.
  static func day(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count >= 10, let bytes = text.baseAddress, unsafe bytes[4] == ASCII.minus,
      unsafe bytes[7] == ASCII.minus
    else { return nil }
    var isBad = 0
    let year = unsafe pair(bytes, &isBad) * 100 + pair(bytes + 2, &isBad)
    let month = unsafe pair(bytes + 5, &isBad)
    let day = unsafe pair(bytes + 8, &isBad)
    return isBad < 0 ? nil : days(year: year, month: month, day: day)
  }

  /// Returns the seconds since midnight of `hh:mm:ss`.
  static func clock(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    guard text.count >= start + 8, let bytes = unsafe text.baseAddress.map({ unsafe $0 + start }),
      unsafe bytes[2] == ASCII.colon, unsafe bytes[5] == ASCII.colon
    else { return nil }
    var isBad = 0
    let hour = unsafe pair(bytes, &isBad)
    let minute = unsafe pair(bytes + 3, &isBad)
    let second = unsafe pair(bytes + 6, &isBad)
    return isBad < 0 || hour > 23 || minute > 59 || second > 59
      ? nil : hour * 3600 + minute * 60 + second
  }

  private static func zone(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    guard start < text.count else { return nil }
    let sign = unsafe text[start]
    if sign | 0x20 == ASCII.z { return start + 1 == text.count ? 0 : nil }
    guard sign == ASCII.plus || sign == ASCII.minus, text.count >= start + 5 else { return nil }
    let second = unsafe text[start + 3] == ASCII.colon ? start + 4 : start + 3
    guard second + 2 == text.count, let bytes = text.baseAddress else { return nil }
    var isBad = 0
    let hours = unsafe pair(bytes + start + 1, &isBad)
    let minutes = unsafe pair(bytes + second, &isBad)
    guard isBad >= 0, hours < 24, minutes < 60 else { return nil }
    let offset = hours * 3600 + minutes * 60
    return sign == ASCII.minus ? -offset : offset
  }

  /// Returns two digits as a number; `isBad` becomes negative if a byte is not a digit.
  @_transparent
  private static func pair(_ bytes: UnsafePointer<UInt8>, _ isBad: inout Int) -> Int {
    let tens = unsafe Int(bytes[0]) &- 0x30
    let ones = unsafe Int(bytes[1]) &- 0x30
    isBad |= tens | (9 &- tens) | ones | (9 &- ones)
    return tens &* 10 &+ ones
  }

  /// Returns the days since 1970-01-01, or `nil` for a date that does not exist.
  ///
  /// It uses Howard Hinnant's days_from_civil, and the Julian calendar before 15 October 1582, as Foundation does.
  static func days(year: Int, month: Int, day: Int) -> Int? {
    let isJulian = year < 1582 || (year == 1582 && (month < 10 || (month == 10 && day < 15)))
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let days =
      isJulian
      ? shifted * 365 + (shifted >= 0 ? shifted / 4 : -1) + dayOfYear - 719_470
      : shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    // A day beyond the end of its month would become a day of the next month.
    return civil(days) == (year, month, day) ? days : nil
  }

  /// Returns the year, month and day of a number of days since 1970-01-01 (Hinnant's civil_from_days).
  static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let isJulian = days < -141_427
    let (cycle, years) = isJulian ? (1461, 4) : (146_097, 400)
    let shifted = days + (isJulian ? 719_470 : 719_468)
    let era = (shifted >= 0 ? shifted : shifted - cycle + 1) / cycle
    let dayOfEra = shifted - era * cycle
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + (isJulian ? 0 : dayOfEra / 36_524 - dayOfEra / 146_096)) / 365
    let leapDays = yearOfEra / 4 - (isJulian ? 0 : yearOfEra / 100)
    let dayOfYear = dayOfEra - 365 * yearOfEra - leapDays
    let month = (5 * dayOfYear + 2) / 153
    let civilMonth = month + (month < 10 ? 3 : -9)
    return (
      yearOfEra + era * years + (civilMonth <= 2 ? 1 : 0), civilMonth,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  private static let tens: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}

extension ISO8601 {
  /// Returns text such as `2026-03-05T10:26:26Z`, with `.123` for a fraction of at least half a millisecond.
  ///
  /// It returns `nil` outside the years 0000 to 9999, which need more than four digits or a sign.
  static func text(_ seconds: Double) -> String? {
    guard seconds.magnitude < 1e12 else { return nil }
    let milliseconds = (seconds * 1000).rounded()
    let days = Int((milliseconds / 86_400_000).rounded(.down))
    let rest = Int(milliseconds) - days * 86_400_000
    let (year, month, day) = civil(days)
    guard (0...9999).contains(year) else { return nil }
    let date = "\(padded(year, 4))-\(padded(month))-\(padded(day))"
    let (clock, fraction) = (rest / 1000, rest % 1000)
    let time = "\(padded(clock / 3600)):\(padded(clock / 60 % 60)):\(padded(clock % 60))"
    return "\(date)T\(time)\(fraction == 0 ? "" : ".\(padded(fraction, 3))")Z"
  }

  private static func padded(_ value: Int, _ width: Int = 2) -> String {
    let digits = String(value)
    return String(repeating: "0", count: width - digits.count) + digits
  }
}
