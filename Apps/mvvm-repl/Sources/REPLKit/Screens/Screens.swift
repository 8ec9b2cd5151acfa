import Bindings
import ViewModels

/// The screen of a session: the registry of what draws view-models, and the one that is drawn now.
///
/// A screen is on until it is taken off, whether a host draws each change of it or not: its lists turn their pages,
/// and pictures load, in a script as at a terminal. A host that draws it sets ``onChange``; elsewhere one picture is
/// printed.
/// The main actor guards it.
@MainActor
public final class Screens {
  /// The registry of what draws view-models; a host registers its own here.
  public let makers = ScreenMakers()
  /// Takes the picture of the screen that is on, after each change of what is on it, once a batch; `nil`
  /// when there is none any more.
  public var onChange: (@MainActor (ScreenPicture?) -> Void)?
  private(set) var live: Live?
  /// The screens that are followed beside the host's own.
  var followed: [ScreenFollower] = []
  let renderers: CellRenderers<TextRow>
  /// Takes secrets out of the texts of pictures; none by default.
  var masked: @MainActor (String) -> String = { $0 }

  /// The windows on the lists that the host's screen and those that are followed show.
  private let windows = SharedListWindows()

  init(renderers: CellRenderers<TextRow>) { self.renderers = renderers }

  /// Draws what a path stands for from now on, whatever that is at the time: a page that takes the place of another
  /// one appears, and the other is covered.
  func begin(_ live: Live) {
    self.live = live
    live.follow()
  }

  /// Windows for a screen that somebody looks at.
  func makeWindows() -> ListWindows {
    ListWindows(renderers: renderers, sharing: windows)
  }

  /// The nodes that draw the screen.
  var nodes: [Node] { (live?.nodes ?? []) + followed.flatMap(\.nodes) }

  /// Draws what is on, and what is followed, as it is to be seen from now on.
  func drawAnew() {
    live?.follow()
    for follower in followed { follower.drawAnew() }
  }

  /// The number of questions and pages that cover what is drawn.
  var covers: Int { live?.picture?.covers ?? 0 }

  /// Draws nothing any more.
  func end() {
    guard let live else { return }
    self.live = nil
    live.end()
    onChange?(nil)
  }

  /// A picture for once.
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
  /// The number of questions and pages that cover it, and those within.
  fileprivate var covers: Int {
    questions.count + sheets.reduce(sheets.count) { $0 + $1.covers }
      + parts.reduce(0) { $0 + $1.covers }
  }
}

extension Session {
  /// The picture of the view-model behind a path, as it is now.
  ///
  /// - Throws: A ``Message`` when the path leads to no view-model.
  /// - Complexity: O(*n*) in the members of the page and its rows in sight.
  public func picture(of path: String) throws -> ScreenPicture {
    try graph.run {
      host.screens.picture(of: try drawnViewModel(path), at: path, language)
    }
  }

  /// The picture of a view-model for somebody who looks at it; tracked.
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
