import Bindings
import Foundation
import Networking
import REPLKit
import ViewModels

/// The services behind the view-models, and the objects `net`, `store` and `device` that show them to a session.
///
/// The workshop has one backend for the person, and another one for each lesson or talk that goes on. Whatever is
/// stored, sent or broken there disappears with it.
@MainActor
final class Backend {
  /// The objects that a session gets from the backend.
  struct Objects {
    let network: NetworkExplorer
    let store: StoreExplorer
    let app: AppState
  }

  let database: WorkshopDatabase
  let api: WorkshopAPI
  let images: ImageLoader
  /// Whether a person, rather than a request, has started the server.
  var isServerStarted = false
  /// The objects of the sessions, by their graphs.
  private var objects: [ObjectIdentifier: Objects] = [:]
  private var watches: [Task<Void, Never>] = []

  /// Creates services; nothing is opened or started before it is needed.
  init(
    data: URL?, api address: URL?, clock: any Clock<Duration>, seed: UInt64,
    language: @escaping @MainActor @Sendable () -> HelpLanguage
  ) {
    let database = WorkshopDatabase(folder: data, clock: clock as? SessionClock)
    self.database = database
    let finished = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    api = WorkshopAPI(
      address: address, responses: StoredResponses(database: database), clock: clock, seed: seed,
      language: language
    ) { _ in
      finished.continuation.yield()
    }
    images = ImageLoader(RemoteImages(api: api))
    watches.append(
      Task { [weak self] in
        for await _ in finished.stream { self?.objects.values.forEach { $0.network.refresh() } }
      })
  }

  /// The state of the program in the session to which the current graph belongs.
  var app: AppState? { objects[ObjectIdentifier(Graph.current)]?.app }

  /// Whether the store has rows in the table that one of the sessions shows.
  var holdsRows: Bool { objects.values.contains { $0.store.count > 0 } }

  /// Makes the objects of a session, and opens the store.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - files: The folder for downloads; the working folder when it is `nil`.
  ///   - report: Called when the store cannot be opened.
  /// - Returns: The objects, which have no names yet.
  func objects(
    for session: Session, files: URL? = nil, report: @MainActor (String) -> Void
  ) async -> Objects {
    let objects = session.graph.run {
      Objects(
        network: NetworkExplorer(api: api, files: files),
        store: StoreExplorer(database: database), app: AppState())
    }
    self.objects[ObjectIdentifier(session.graph)] = objects
    watches.append(
      Task { [weak app = objects.app, updates = api.reachability.updates()] in
        for await status in updates where !Task.isCancelled { app?.isOnline = status.isReachable }
      })
    do { try await session.graph.run { try await objects.store.open() } } catch {
      report(Message.storeCannotBeOpened(Message(error)).text(in: session.language))
    }
    return objects
  }

  /// Stops the server and closes the database.
  func close() async {
    for watch in watches { watch.cancel() }
    for objects in objects.values { objects.store.close() }
    await api.close()
    await database.close()
  }
}
