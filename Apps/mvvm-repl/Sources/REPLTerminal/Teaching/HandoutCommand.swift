import Foundation
import LineEditor
import REPLKit

/// The subcommand `handout`, which writes lessons, talks, a cheat sheet and a glossary as one HTML page.
@MainActor
struct HandoutCommand {
  private let setup: Setup
  private let withNotes: Bool
  private let withSolutions: Bool
  private let output: Output
  private var language: HelpLanguage { setup.options.helpLanguage }

  init(_ setup: Setup, withNotes: Bool, withSolutions: Bool) {
    self.setup = setup
    (self.withNotes, self.withSolutions) = (withNotes, withSolutions)
    output = Output(setup.options)
  }

  /// Writes the named parts to standard output; all parts without a name.
  ///
  /// - Returns: The exit code.
  func run(_ words: [String]) async -> Int32 {
    guard isatty(STDOUT_FILENO) == 0 else {
      var line = [Identity.current.name, "handout"] + words
      if withNotes { line.append("--notes") }
      if withSolutions { line.append("--solutions") }
      if language != .ofEnvironment { line += ["--lang", language.rawValue] }
      return output.refuse(.handoutIsNotToBeRead(line.joined(separator: " ")))
    }
    let course: Course?
    let talks: TalkList
    do throws(LessonError) { (course, talks) = (try setup.course(), try setup.talkList()) } catch {
      output.complain(error.text(in: language))
      return Status.runtimeError.rawValue
    }
    let stages = PassingStages(setup)
    var handout = Handout(course: course, talks: talks, language: language) { emit in
      let session = await stages.session(emit)
      // The session gets the words of a prompt.
      if let course { session.offer(course) }
      session.offer(talks)
      session.addPromptWords()
      return session
    }
    (handout.hasNotes, handout.hasSolutions) = (withNotes, withSolutions)
    var parts: [Handout.Part] = []
    for word in words {
      let found = handout.parts(of: word)
      guard !found.isEmpty else {
        let known =
          ["lessons", "talks", "cheatsheet", "glossary"] + talks.talks.map(\.id)
          + (course?.lessons ?? []).map(\.id)
        return output.refuse(.noPartOfHandout(word, known))
      }
      parts += found.filter { !parts.contains($0) }
    }
    let html = await handout.html(
      parts.isEmpty ? handout.allParts : parts, title: Identity.current.title)
    await stages.close()
    output.write(html)
    return output.exit(Status.ok.rawValue)
  }
}

extension Session {
  /// Adds the keys and words of a prompt, for the readers of the handout.
  fileprivate func addPromptWords() {
    host.keys = LineEditor.purposes
    Preferences(theme: .standard).settings.forEach { add($0) }
    for word in PromptWord.allCases { add(word.command { _ in [] }) }
    addSourceWords()
  }
}
