import Foundation
import Models

extension Formatting {
  /// An amount in the words of Chinese cheques: 1204.56 is `壹仟贰佰零肆元伍角陆分`, 10 is `壹拾元整`.
  ///
  /// Rounded half up to cents. `nil` from ten thousand billions (10¹⁶) on, for which there is no agreed word.
  static func moneyWords(_ amount: Decimal) -> String? {
    guard amount.magnitude < 10_000_000_000_000_000 else { return nil }
    let (isNegative, cents) = hundredths(amount)
    let (yuan, jiao, fen) = (cents / 100, cents / 10 % 10, cents % 10)
    var words = isNegative ? "负" : ""
    if yuan > 0 || cents == 0 { words += (yuan == 0 ? "零" : whole(yuan)) + "元" }
    if jiao > 0 { words += digit(jiao) + "角" } else if fen > 0, yuan > 0 { words += "零" }
    if fen > 0 { words += digit(fen) + "分" } else { words += "整" }
    return words
  }

  private static func digit(_ value: Int) -> String {
    ["零", "壹", "贰", "叁", "肆", "伍", "陆", "柒", "捌", "玖"][value]
  }

  private static func whole(_ value: Int) -> String {
    var groups: [Int] = []
    var rest = value
    while rest > 0 {
      groups.append(rest % 10_000)
      rest /= 10_000
    }
    let units = ["", "万", "亿", "万亿"]
    var words = ""
    var owesZero = false
    for index in groups.indices.reversed() {
      let group = groups[index]
      guard group > 0 else {
        owesZero = !words.isEmpty
        continue
      }
      if !words.isEmpty, owesZero || group < 1000 { words += "零" }
      // 万亿 is said once for a group of its own: 壹万亿, but 壹万贰仟亿 when 亿 follows.
      words += four(group) + (index == 3 && groups[2] > 0 ? "万" : units[index])
      owesZero = false
    }
    return words
  }

  private static func four(_ value: Int) -> String {
    var words = ""
    var owesZero = false
    for (power, unit) in [(1000, "仟"), (100, "佰"), (10, "拾"), (1, "")] {
      let place = value / power % 10
      if place == 0 {
        owesZero = !words.isEmpty
      } else {
        if owesZero { words += "零" }
        words += digit(place) + unit
        owesZero = false
      }
    }
    return words
  }
}
