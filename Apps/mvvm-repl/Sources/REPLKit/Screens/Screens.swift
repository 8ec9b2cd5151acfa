import Bindings
import ViewModels

/// The screen of a session: the registry of picture makers, and the active screen.
///
/// A screen stays active until it is turned off, even if no host draws its changes. Its lists turn pages and its images
/// load, in a script as at a terminal. A host that draws changes sets ``onChange``; elsewhere one picture is printed.
/// The main actor guards it.
@MainActor
public final class Screens {
  /// The registry of picture makers; a host registers its own makers here.
  public let makers = ScreenMakers()
  /// Receives the picture of the active screen after each batch of changes; `nil` when there is no picture any more.
  public var onChange: (@MainActor (ScreenPicture?) -> Void)?
  private(set) var live: Live?
  /// The followers of screens, in addition to the host's own screen.
  var followed: [ScreenFollower] = []
  let renderers: CellRenderers<TextRow>
  /// Removes secrets from the texts of pictures; by default it removes nothing.
  var masked: @MainActor (String) -> String = { $0 }

  /// The list windows that the host's screen and the followers share.
  private let windows = SharedListWindows()

  init(renderers: CellRenderers<TextRow>) { self.renderers = renderers }

  /// Makes a screen the active one.
  ///
  /// The screen always draws the current view-model of its path. A new page appears, and the previous one disappears.
  func begin(_ live: Live) {
    self.live = live
    live.follow()
  }

  func makeWindows() -> ListWindows {
    ListWindows(renderers: renderers, sharing: windows)
  }

  /// The nodes that draw the active screen and the followed screens.
  var nodes: [Node] { (live?.nodes ?? []) + followed.flatMap(\.nodes) }

  /// Redraws the active screen and the followed screens, for example in another language.
  func drawAnew() {
    live?.follow()
    for follower in followed { follower.drawAnew() }
  }

  /// The number of questions and pages that cover what is drawn.
  var covers: Int { live?.picture?.covers ?? 0 }

  func end() {
    guard let live else { return }
    self.live = nil
    live.end()
    onChange?(nil)
  }

  /// Returns a picture without tracking its reads.
  func picture(
    of viewModel: any ViewModel, at path: String, _ language: HelpLanguage
  ) -> ScreenPicture {
    untracked {
      picture(of: viewModel, at: path, language, ListWindows(renderers: renderers))
    }
  }

  func picture(
    of viewModel: any ViewModel, at path: String, _ language: HelpLanguage, _ windows: ListWindows
  ) -> ScreenPicture {
    windows.making {
      makers.picture(
        of: viewModel,
        ScreenContext(path: path, language: language, makers: makers, windows: windows, depth: 0)
      ).mapTexts(masked)
    }
  }
}

extension ScreenPicture {
  /// The number of questions and pages that cover this page and the pages within it.
  fileprivate var covers: Int {
    questions.count + sheets.reduce(sheets.count) { $0 + $1.covers }
      + parts.reduce(0) { $0 + $1.covers }
  }
}

extension Session {
  /// Returns the current picture of the view-model at a path.
  ///
  /// - Throws: A ``Message`` when the path leads to no view-model.
  /// - Complexity: O(*n*) in the members of the page and its visible rows.
  public func picture(of path: String) throws -> ScreenPicture {
    try graph.run {
      host.screens.picture(of: try drawnViewModel(path), at: path, language)
    }
  }

  /// Returns the picture of a view-model for a visible screen; the reads are tracked.
  func picture(
    of viewModel: any ViewModel, at path: String, _ windows: ListWindows
  ) -> ScreenPicture {
    host.screens.picture(of: viewModel, at: path, language, windows)
  }

  func drawnViewModel(_ path: String) throws -> any ViewModel {
    guard case .viewModel(let viewModel)? = try evaluator.place(of: Parser.expression(path)) else {
      throw Message.cannotBeDrawn(path)
    }
    return viewModel
  }
}
