import REPLKit
import Testing

@testable import Workshop

/// Segments, sliders and ratings on a screen, moved by its keys.
@MainActor
@Suite struct ControlScreenTests {
  /// Presses keys on the screen of a view-model, and runs what they mean.
  private func walked(
    _ declaration: String, _ keys: [ScreenKey], _ questions: String...
  ) async throws -> (statements: [String], picture: ScreenPicture, answers: [String]) {
    let workshops = Workshops()
    var answers: [String] = []
    let session = await workshops.session { answers.append(TextRenderer(style: .plain).text($0)) }
    await session.run(SourceText("let it = \(declaration)"))
    var walk = ScreenWalk()
    var statements: [String] = []
    for key in keys {
      guard case .statement(let text, _) = walk.press(key, on: try session.picture(of: "it"))
      else { continue }
      statements.append(text)
      await session.run(SourceText(text))
    }
    answers = []
    for question in questions { await session.run(SourceText(question)) }
    let picture = try session.picture(of: "it")
    await session.close()
    await workshops.close()
    return (statements, picture, answers)
  }

  @Test func segmentsHaveTitlesAndBadges() async throws {
    let walked = try await walked(
      #"ChoiceViewModel(["Day", "Week"]); it.badge(0)"#, [.home, .right, .enter], "it.selectedIndex"
    )
    #expect(walked.picture.segments?.items.map(\.title) == ["Day •", "Week"])
    #expect(walked.statements == ["it.select(1)"] && walked.answers == ["1"])
    #expect(walked.picture.segments?.selected == 1)
  }

  @Test func aSliderIsMovedAndLetGo() async throws {
    let walked = try await walked(
      "SliderViewModel(minimum: 0, maximum: 10, value: 4)", [.right, .right, .left, .enter],
      "it.value", "it.settledValue", "it.isChanging")
    #expect(
      walked.statements == [
        "it.move(to: 4.5)", "it.move(to: 5.0)", "it.move(to: 4.5)", "it.release()",
      ])
    #expect(walked.answers == ["4.5", "4.5", "false"])
  }

  @Test func aRatingIsGivenInItsSteps() async throws {
    let walked = try await walked(
      "RatingViewModel(); it.precision = .half", [.right, .right, .right], "it.rating", "undo",
      "it.rating")
    #expect(walked.statements == ["it.value = 0.5", "it.value = 1.0", "it.value = 1.5"])
    #expect(walked.answers.first == "1.5" && walked.answers.last == "1.0", "\(walked.answers)")
    #expect(walked.picture.fields.first?.scale?.look == .stars)
  }
}
