public import ArgumentParser
public import Foundation
public import REPLKit
import REPLStudio
public import ViewModels

/// A program with a prompt for your view-models: with completion, history, a panel of watched values,
/// scripts, pipes, tests of documents and lessons.
///
/// ```swift
/// @main struct Shop {
///   static func main() async {
///     var catalog = Catalog()
///     catalog.add(Cart.self)
///     await REPL(catalog: catalog).main()
///   }
/// }
/// ```
///
/// The program keeps its files under its name, in the folders of the XDG Base Directory Specification. The argument
/// `--help` lists its arguments. `Own` are the arguments that the program adds.
@MainActor
public struct REPL<Own: ParsableArguments> {
  private let identity: Identity
  private let lessons: @MainActor () throws(LessonError) -> Course?
  private let talks: @MainActor () throws(LessonError) -> TalkList?
  private let stage: @MainActor (Surroundings, Own) -> any Stage

  /// Creates a program whose view-models reach outside of themselves, through the stage.
  ///
  /// - Parameters:
  ///   - name: The program's name; the name of its file by default.
  ///   - version: The version that `--version` and the first screen show.
  ///   - lessons: Reads the program's lessons; none by default.
  ///   - talks: Reads the program's talks; none by default.
  ///   - stage: Makes the stage that statements run on: one for a prompt or script, one for each tested document, and
  ///     one for each verified lesson.
  public init(
    name: String? = nil, version: String = "1.0.0",
    lessons: @escaping @MainActor () throws(LessonError) -> Course? = { nil },
    talks: @escaping @MainActor () throws(LessonError) -> TalkList? = { nil },
    stage: @escaping @MainActor (Surroundings, Own) -> any Stage
  ) {
    identity = Identity(
      name: name ?? URL(filePath: CommandLine.arguments[0]).lastPathComponent, version: version)
    self.lessons = lessons
    self.talks = talks
    self.stage = stage
  }

  /// Runs the program with the arguments of the process, and ends the process.
  public func main() async -> Never {
    let code = await Identity.$current.withValue(identity) {
      await Arguments<Own>.run(lessons: lessons, talks: talks, stage: stage)
    }
    Foundation.exit(code)
  }
}

extension REPL where Own == NoArguments {
  /// Creates a program whose view-models use nothing outside of the program, on a ``/REPLKit/CatalogStage``.
  public init(
    catalog: Catalog, models: ModelCatalog = .empty, name: String? = nil, version: String = "1.0.0",
    screens: @escaping @MainActor (ScreenMakers) -> Void = { _ in }
  ) {
    self.init(name: name, version: version) { _, _ in
      CatalogStage(catalog, models: models, screens: screens)
    }
  }

  /// Creates a program whose view-models wait on the program's clock; `catalog` lists the view-models and provides the
  /// services that they need.
  public init(
    name: String? = nil, version: String = "1.0.0",
    lessons: @escaping @MainActor () throws(LessonError) -> Course? = { nil },
    talks: @escaping @MainActor () throws(LessonError) -> TalkList? = { nil },
    catalog: @escaping @MainActor (Surroundings) -> Catalog
  ) {
    self.init(name: name, version: version, lessons: lessons, talks: talks) { surroundings, _ in
      CatalogStage(catalog(surroundings))
    }
  }
}

/// The arguments of a program that adds none.
public struct NoArguments: ParsableArguments {
  /// Creates the empty arguments.
  public init() {}
}

/// The conditions that a stage is made for.
public struct Surroundings: Sendable {
  /// The folder that keeps values; `nil` when nothing is remembered.
  public let data: URL?
  /// The clock that everything waits on, so that `advance` reaches it.
  public let clock: SessionClock
}

/// The identity of the running program.
struct Identity: Sendable {
  /// The identity of the present run; task-local, because the argument parser asks types, not values, for names.
  @TaskLocal static var current = Identity(name: "repl", version: "")

  let name: String
  let version: String

  /// Whether the program is the demonstration of this package, not somebody's own program.
  var isOurs: Bool { name == "mvvm-repl" }

  /// The title that a greeting shows.
  var title: String { "\(name) \(version)" }
}

/// The parts of a run: the arguments, the lessons, the talks and the stage.
@MainActor
struct Setup {
  let options: Options
  /// Whether statements are answered in JSON.
  let isJSON: Bool
  /// The file that a recording of the terminal goes to; `nil` for none.
  var cast: CastOption?
  /// The address to serve the session to browsers; `nil` for none.
  let endpoint: StudioEndpoint?
  let lessons: @MainActor () throws(LessonError) -> Course?
  let talks: @MainActor () throws(LessonError) -> TalkList?
  let makeStage: @MainActor (Surroundings) -> any Stage

  /// Makes a stage with the requested clock.
  func stage(data: URL?, clock: SessionClock) -> any Stage {
    makeStage(Surroundings(data: data, clock: clock))
  }
}
