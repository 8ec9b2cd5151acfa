import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// Looks that can be read: each colour is compared with the backgrounds that its theme is for.
@Suite struct ThemeTests {
  static let styles: [TextRenderer.Style] = [.plain, .coloured, .light, .dark, .presenter, .mono]

  /// White, the white of Solarized and a light grey.
  private static let light = [[255, 255, 255], [253, 246, 227], [238, 238, 238]]
  /// Black, that of two editors, Ubuntu's terminal and Solarized's.
  private static let dark = [
    [0, 0, 0], [30, 30, 30], [40, 44, 52], [48, 10, 36], [0, 43, 54],
  ]

  @Test(arguments: [
    (TextRenderer.Style.coloured, [[0, 0, 0], [255, 255, 255]]),
    (.presenter, [[0, 0, 0], [255, 255, 255]]), (.light, light), (.dark, dark),
  ])
  func eachColourStandsOutFromItsBackgrounds(
    style: TextRenderer.Style, backgrounds: [[Int]]
  ) throws {
    for (role, parameters) in style.parameters {
      let codes = parameters.split(separator: ";").compactMap { Int($0) }
      // Dim text, and the sixteen colours that each terminal has its own of, cannot be measured.
      #expect(!codes.prefix(1).contains(2), "\(role)")
      guard let start = codes.firstIndex(of: 38) else {
        #expect(codes.allSatisfy { [1, 4].contains($0) }, "\(role)")
        continue
      }
      let colour = try #require(Self.colour(codes[start + 2]))
      for background in backgrounds {
        let contrast = Self.contrast(colour, background)
        #expect(contrast >= 4.5, "\(role) on \(background): \(contrast)")
      }
    }
  }

  @Test func withoutColoursThereIsNone() {
    #expect(TextRenderer.Style.mono.parameters.values.allSatisfy { !$0.contains("3") })
    #expect(TextRenderer.Style.plain.parameters.isEmpty)
  }

  @Test func valuesAreColouredByKindAndReadTheSame() {
    let value = Record.value(["a": 1, "b": ["x", nil, true]], type: .any)
    let (plain, coloured) = (
      TextRenderer(style: .plain).text(value), TextRenderer(style: .dark).text(value)
    )
    #expect(plain == "[\"a\": 1, \"b\": [\"x\", nil, true]]")
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    #expect(coloured.contains("\u{1B}[38;5;114m\"x\""))
    #expect(coloured.contains("\u{1B}[38;5;80m1"))
  }

  @Test func anOldValueIsQuietAndAsAWhole() {
    let change = Record.change(
      watch: 1, path: "f.a", value: .plain("b", .string), previous: .plain("a", .string))
    let text = TextRenderer(style: .dark).text(change)
    #expect(text.hasSuffix("  \u{1B}[38;5;248m⟵ \"a\"\u{1B}[0m"))
  }

  /// A colour of the 256: the cube and the greys are the same in every terminal (xterm's 256colres.pl).
  private static func colour(_ number: Int) -> [Int]? {
    let levels = [0, 95, 135, 175, 215, 255]
    switch number {
    case 16...231:
      let place = number - 16
      return [levels[place / 36], levels[place / 6 % 6], levels[place % 6]]
    case 232...255: return Array(repeating: 8 + 10 * (number - 232), count: 3)
    default: return nil
    }
  }

  /// The contrast ratio of WCAG 2.2, section 1.4.3.
  private static func contrast(_ one: [Int], _ other: [Int]) -> Double {
    func luminance(_ colour: [Int]) -> Double {
      let parts = colour.map { part in
        let value = Double(part) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let pair = [luminance(one), luminance(other)].sorted()
    return (pair[1] + 0.05) / (pair[0] + 0.05)
  }
}
