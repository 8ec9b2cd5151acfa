import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// Sliders and ratings: numbers that are moved in steps.
@MainActor
@Suite(.ownGraph) struct ScreenScaleTests: ScreenWalking {
  private func slider(
    _ value: Double, from minimum: Double = 0, to maximum: Double = 1, step: Double = 0.05,
    isMoving: Bool = false
  ) -> ScreenPicture {
    var picture = ScreenPicture(title: "Volume")
    var field = ScreenPicture.Field("value", path: "volume.value", .scale, value: .double(value))
    field.scale = .init(from: minimum, to: maximum, step: step)
    field.scale?.move = "volume.move(to:)"
    field.scale?.set = "volume.set(to:)"
    if isMoving { field.scale?.release = "volume.release()" }
    picture.fields = [field]
    picture.buttons = [.init("mute", statement: "volume.mute()")]
    return picture
  }

  @Test func aStepMovesItAndEnterOrAnotherControlLetsItGo() {
    #expect(statements([.right], on: slider(0.3)) == ["volume.move(to: 0.35)"])
    #expect(statements([.left], on: slider(0.3)) == ["volume.move(to: 0.25)"])
    #expect(statements([.enter, .down], on: slider(0.3)) == [])
    #expect(statements([.enter], on: slider(0.35, isMoving: true)) == ["volume.release()"])
    for key in [ScreenKey.down, .tab, .end] {
      var walk = ScreenWalk()
      let picture = slider(0.35, isMoving: true)
      #expect(walk.press(key, on: picture) == .statement("volume.release()"))
      #expect(walk.press(.enter, on: slider(0.35)) == .statement("volume.mute()"))
    }
    // At its end it keeps the focus, and a letter goes to the prompt.
    #expect(statements([.right, .right], on: slider(1)) == [])
    var walk = ScreenWalk()
    #expect(walk.press(.character("l"), on: slider(1)) == .types("l"))
  }

  @Test func whatABrowserSendsIsSetAtOnce() throws {
    #expect(
      try slider(0.3).statement(setting: "volume.value", to: "0.7") == "volume.set(to: 0.7)")
    #expect(throws: Message.self) { try slider(0.3).statement(setting: "volume.value", to: "x") }
    #expect(throws: Message.self) { try slider(0.3).statement(setting: "volume.value", to: "inf") }
    var rating = slider(3, to: 5, step: 1)
    rating.fields[0].scale?.set = nil
    #expect(try rating.statement(setting: "volume.value", to: "4") == "volume.value = 4.0")
  }

  @Test func itIsDrawnAsABarOrStars() {
    #expect(drawn(slider(0), []).contains("▸ value  ├●────────────────────┤ 0.0"))
    #expect(drawn(slider(1), []).contains("├────────────────────●┤ 1.0"))
    #expect(drawn(slider(0.5), []).contains("├──────────●──────────┤ 0.5"))
    var rating = slider(3, to: 5, step: 1)
    rating.fields[0].scale?.look = .stars
    #expect(drawn(rating, []).contains("★★★☆☆ 3.0"))
    rating.fields[0].scale?.maximum = 1e300
    #expect(drawn(rating, []).contains("├●"))
  }

  @Test func tenthsStayTenthsAndNoBoundsTrap() {
    var value = 0.0
    let scale = ScreenPicture.Scale(from: 0, to: 1, step: 0.1)
    var seen: [Double] = []
    while let next = scale.value(1, from: value) {
      value = next
      seen.append(next)
    }
    #expect(seen == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
    let odd: [Double] = [
      0, -1, 1, 0.1, .infinity, -.infinity, .nan, 1e308, -1e308, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    ]
    for minimum in odd {
      for maximum in odd {
        for step in odd {
          for value in odd {
            let scale = ScreenPicture.Scale(from: minimum, to: maximum, step: step)
            if let next = scale.value(1, from: value) {
              #expect(next >= minimum && next <= maximum && next != value)
            }
            #expect((0...1).contains(scale.share(of: value)))
            guard step == 1 else { continue }
            _ = drawn(slider(value, from: minimum, to: maximum, step: step), [.left, .right])
          }
        }
      }
    }
  }
}
