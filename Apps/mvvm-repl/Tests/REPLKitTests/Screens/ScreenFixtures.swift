import Bindings
import DisplayWidth
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// The picture of a view-model, drawn in so many columns.
@MainActor
func drawn(
  _ viewModel: any ViewModel, at path: String = "page", columns: Int = 44,
  language: HelpLanguage = .english, _ keys: [ScreenKey]? = nil
) -> String {
  let screens = Screens(renderers: .text())
  return drawn(
    screens.picture(of: viewModel, at: path, language), columns: columns, language: language, keys
  )
}

/// A picture as text; with keys, after a person has pressed them.
@MainActor
func drawn(
  _ picture: ScreenPicture, columns: Int = 44, language: HelpLanguage = .english,
  _ keys: [ScreenKey]? = nil
) -> String {
  var walk = ScreenWalk()
  for key in keys ?? [] { _ = walk.press(key, on: picture) }
  let lines = ScreenRenderer(style: .plain, language: language, columns: columns)
    .lines(picture, keys == nil ? nil : walk)
  for line in lines { #expect(CellWidth().of(line) <= columns, "\(line)") }
  return lines.joined(separator: "\n")
}

/// A page whose commands go on until its gate opens.
@MainActor
@ViewModel
final class Sender {
  @Ignored let gate = SignalSource<Void>()

  @Command func send() async { _ = await gate.signal.first() }

  @Command(policy: .parallel(max: 2)) func wait() async { _ = await gate.signal.first() }
}

/// A page with nothing but its title.
@MainActor
@ViewModel
final class Leaf: LifecycleViewModel {
  init(_ title: String) {
    super.init()
    self.title = title
  }
}

/// A list that can be loaded.
@MainActor
@ViewModel
final class Feed: ListViewModel {
  override init(page: PageState = PageState(), environment: Environment = Environment()) {
    super.init(page: page, environment: environment)
    title = "Feed"
  }

  /// Loads anew.
  @Command func refresh() {}

  /// Loads more.
  @Command func more() {}
}

/// A page that asks.
@MainActor
@ViewModel
final class AskingPage: LifecycleViewModel {
  let prompts: Prompts

  init() {
    prompts = Prompts()
    super.init()
    addChild(prompts)
    title = "Asking"
  }
}

/// A form with an input of each kind.
@MainActor
@ViewModel
final class Entry {
  enum Size: String, Codable, Sendable, CaseIterable { case small, large }

  var name = ""
  @Secure var pin = "12"
  var age = 30
  var weight: Double?
  var size = Size.small
  var isMember = true
  var isNameValid: Bool { !name.isEmpty }
  var summary: String { "\(name), \(age)" }

  /// Saves.
  @Command(enabled: \.isNameValid) func save() {}
  /// Empties the form.
  @Command func clear() {}
  /// Adds somebody.
  @Command func add(_ name: String, age: Int = 3) { self.name = "\(name) \(age)" }
}

/// A source of images: one comes, one fails, one is on the way for good.
struct Pictures: ImageSource {
  struct Missing: Error {}

  func image(at address: String) async throws -> LoadedImage {
    if address == "bad.png" { throw Missing() }
    while address == "slow.png" {
      try Task.checkCancellation()
      await Task.yield()
    }
    return LoadedImage(Data([1, 2]), from: .network)
  }
}

/// A row with a picture.
@MainActor
@ViewModel
final class PictureCell: TextCell, ImageShowing {
  let picture: ImageViewModel

  init(_ address: String, _ loader: ImageLoader) {
    picture = ImageViewModel(address, loader: loader)
    super.init("a picture", image: address)
  }
}

/// What tests of keys on pictures share.
@MainActor
protocol ScreenWalking {}

extension ScreenWalking {
  func picture(_ viewModel: any ViewModel, at path: String = "form") -> ScreenPicture {
    Screens(renderers: .text()).picture(of: viewModel, at: path, .english)
  }

  /// The statements of keys on a picture that stays as it is.
  func statements(_ keys: [ScreenKey], on picture: ScreenPicture) -> [String] {
    var walk = ScreenWalk()
    return keys.compactMap { key in
      if case .statement(let text, _) = walk.press(key, on: picture) { text } else { nil }
    }
  }

  func typed(_ text: String) -> [ScreenKey] { text.map { .character($0) } }
}
