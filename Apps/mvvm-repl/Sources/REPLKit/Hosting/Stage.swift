public import ViewModels

/// The world in which a session's statements play: view-models and models that can be made, objects and
/// words of the host, and what they reach outside of the program.
///
/// ```swift
/// final class Shop: Stage {
///   var catalog: Catalog { … }
///   func furnish(_ session: Session) { session.define("stock", stock) }
///   func close() async { await database.close() }
/// }
/// ```
@MainActor
public protocol Stage {
  /// The view-models that can be created.
  var catalog: Catalog { get }
  /// The models that documents can be decoded as; none by default.
  var models: ModelCatalog { get }
  /// Sets what is told of problems that stop nothing; told to nobody by default.
  func onProblem(_ report: @escaping @MainActor (String) -> Void)
  /// Gives a session objects and words of the host's own, before its first statement; none by default.
  func furnish(_ session: Session) async
  /// Lets go of what the stage holds open; called once, after its sessions are closed.
  func close() async
}

extension Stage {
  /// No models.
  public var models: ModelCatalog { .empty }
  /// Tells nobody.
  public func onProblem(_ report: @escaping @MainActor (String) -> Void) {}
  /// Adds nothing.
  public func furnish(_ session: Session) async {}
  /// Has nothing to let go of.
  public func close() async {}

  /// A session on this stage, which is still to be furnished.
  public func session(
    clock: SessionClock, emit: @escaping @MainActor (Record) -> Void
  ) -> Session {
    Session(catalog: catalog, models: models, clock: clock, emit: emit)
  }
}

/// A stage of view-models that reach nothing outside of the program.
public struct CatalogStage: Stage {
  /// The view-models that can be created.
  public let catalog: Catalog
  /// The models that documents can be decoded as.
  public let models: ModelCatalog

  private let screens: @MainActor (ScreenMakers) -> Void

  /// Creates a stage of what can be created and decoded; `screens` registers what draws the view-models, and without it
  /// their schemas do.
  public init(
    _ catalog: Catalog, models: ModelCatalog = .empty,
    screens: @escaping @MainActor (ScreenMakers) -> Void = { _ in }
  ) {
    self.catalog = catalog
    self.models = models
    self.screens = screens
  }

  /// Adds the words that play a screen, and what draws the view-models.
  public func furnish(_ session: Session) {
    screens(session.host.screens.makers)
    for command in session.screenWords { session.add(command) }
  }
}
