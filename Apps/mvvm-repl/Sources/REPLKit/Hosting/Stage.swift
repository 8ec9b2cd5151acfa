public import ViewModels

/// The environment of a session: its view-models and models, the host's objects and tool commands, and the outside
/// resources behind them.
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
  /// Sets the receiver of problems that stop nothing; ignored by default.
  func onProblem(_ report: @escaping @MainActor (String) -> Void)
  /// Adds the host's objects and tool commands to a session, before its first statement; none by default.
  func furnish(_ session: Session) async
  /// Releases the resources of the stage; called once, after its sessions are closed.
  func close() async
}

extension Stage {
  /// No models.
  public var models: ModelCatalog { .empty }
  /// Ignores the receiver.
  public func onProblem(_ report: @escaping @MainActor (String) -> Void) {}
  /// Adds nothing.
  public func furnish(_ session: Session) async {}
  /// Does nothing, because there is nothing to release.
  public func close() async {}

  /// Creates a session on this stage; the caller must still furnish it.
  public func session(
    clock: SessionClock, emit: @escaping @MainActor (Record) -> Void
  ) -> Session {
    Session(catalog: catalog, models: models, clock: clock, emit: emit)
  }
}

/// A stage of view-models without outside resources.
public struct CatalogStage: Stage {
  /// The view-models that can be created.
  public let catalog: Catalog
  /// The models that documents can be decoded as.
  public let models: ModelCatalog

  private let screens: @MainActor (ScreenMakers) -> Void

  /// Creates a stage; `screens` registers how the view-models are drawn, by default from their schemas.
  public init(
    _ catalog: Catalog, models: ModelCatalog = .empty,
    screens: @escaping @MainActor (ScreenMakers) -> Void = { _ in }
  ) {
    self.catalog = catalog
    self.models = models
    self.screens = screens
  }

  /// Adds the tool commands for screens, and registers how the view-models are drawn.
  public func furnish(_ session: Session) {
    screens(session.host.screens.makers)
    for command in session.screenWords { session.add(command) }
  }
}
