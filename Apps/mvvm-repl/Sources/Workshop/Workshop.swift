import Bindings
public import Foundation
public import REPLKit
public import ViewModels

/// The demo view-models together with everything that they need: a database, a server, services.
///
/// The layers meet here. Everything works offline: this process serves the workshop's API on the loopback interface,
/// unless another address is given.
///
/// ```swift
/// let workshop = Workshop(data: folder)
/// let session = Session(catalog: workshop.catalog, models: workshop.models) { show($0) }
/// await workshop.furnish(session)
/// await workshop.close()
/// ```
@MainActor
public final class Workshop: Stage {
  /// The person's own services.
  private let own: Backend
  /// The services of the lesson or talk that a session is in, by the session's graph.
  private var asides: [ObjectIdentifier: Backend] = [:]
  private let languages = SessionLanguages()
  private let address: URL?
  private let clock: any Clock<Duration>
  private let seed: UInt64
  /// The folder for the downloads of a replay, so that a replay writes nothing elsewhere.
  private var scratch: URL?
  /// The values in the store when the recording began.
  private var firstValues: [String: [StoreExplorer.Kept]] = [:]
  private var report: @MainActor (String) -> Void = { _ in }

  /// Creates a workshop; nothing is opened or started before it is needed.
  ///
  /// - Parameters:
  ///   - data: The folder that keeps values; `nil` keeps them in memory.
  ///   - api: The address of the workshop's API; `nil` starts one on this machine.
  ///   - clock: The clock for toasts, network delays and the client's retries; pass the session's clock, so that
  ///     `advance` reaches them.
  ///   - seed: The seed of the flaky network and the failing server; the same seed gives the same run.
  public init(
    data: URL?, api: URL? = nil, clock: any Clock<Duration> = ContinuousClock(), seed: UInt64 = 1
  ) {
    self.clock = clock
    self.seed = seed
    address = api
    own = Backend(data: data, api: api, clock: clock, seed: seed) { [languages] in
      languages.current
    }
  }

  /// Sets the closure that gets problems that stop nothing, such as a database that cannot be read.
  public func onProblem(_ report: @escaping @MainActor (String) -> Void) { self.report = report }

  /// The view-models that can be created.
  public var catalog: Catalog {
    var catalog = Catalog()
    catalog.add(LoginForm.self) { [self] in form(remembering: await rememberedLogin()) }
    catalog.add(PostTable.self) { [self] in
      timed(PostTable(service: RemotePosts(api: api), language: language))
    }
    catalog.add(PhotoGrid.self) { [self] in
      timed(PhotoGrid(service: RemotePhotos(api: api), images: images, language: language))
    }
    catalog.add(ContactBook.self) { [self] in timed(try ContactBook(language: language)) }
    catalog.add(CarNews.self) { [self] in
      timed(CarNews(service: RemoteNews(api: api), images: images, language: language))
    }
    catalog.add(WaybillPage.self) { [self] in
      timed(WaybillPage(service: RemoteWaybills(api: api), language: language))
    }
    catalog.add(CheckoutPage.self) { [self] in
      timed(CheckoutPage(service: RemoteOrders(api: api), language: language))
    }
    catalog.add(TravelList.self) { [self] in timed(places()) }
    catalog.add(TravelApp.self) { [self] in
      let login = await rememberedLogin()
      return timed(
        TravelApp(language: language, places: places) { [self] in form(remembering: login) })
    }
    catalog.add(ListViewModel.self)
    catalog.add(GridViewModel.self)
    catalog.add(RatingViewModel.self)
    catalog.add(ChoiceViewModel.self)
    catalog.add(SliderViewModel.self)
    catalog.add(PhotoApp.self) { [self] in timed(try PhotoApp(language: language)) }
    catalog.add(DemoApp.self) { [self] in
      timed(
        try DemoApp(
          .init(
            posts: RemotePosts(api: api), photos: RemotePhotos(api: api),
            waybills: RemoteWaybills(api: api), images: images, clock: clock,
            language: language)))
    }
    catalog.add(BookApp.self) { [self] in
      timed(
        try BookApp(
          books: RemoteBooks(api: api), shelf: StoredShelf(database: database),
          language: language))
    }
    catalog.add(TextCheck.self) { [self] in
      guard let clock = clock as? SessionClock else { return TextCheck(language: language) }
      return TextCheck(language: language) { clock.date }
    }
    catalog.add(BookDesk.self) { [self] in timed(BookDesk(language)) }
    catalog.add(CarPage.self) { [self] in timed(CarPage(language: language)) }
    catalog.add(SignalLab.self) { [self] in
      timed(SignalLab(clock: clock, language: language))
    }
    return catalog
  }

  /// The models of the demos, with the sample documents and the files that they are decoded from.
  public var models: ModelCatalog {
    var models = ModelCatalog { name in
      if let text = SampleDocuments.text(name) { return text }
      do { return try String(contentsOfFile: name, encoding: .utf8) } catch {
        throw FileManager.default.fileExists(atPath: name)
          ? Message.documentIsNoText(name) : .noDocument(name, among: SampleDocuments.names)
      }
    }
    models.add(CarHome.self)
    models.add([Post].self, as: "Posts")
    models.add([Photo].self, as: "Photos")
    models.add(BookSearch.self)
    models.add(DailyPaper.self)
    models.add(TravelData<Scenic>.self, as: "Scenics")
    models.add(TravelData<Hotel>.self, as: "Hotels")
    return models
  }

  /// Gives a session the workshop's objects and words: `net`, `store`, `device`, `:network`, `:server`, `:stub`,
  /// `:show`, `:hide` and `:screen`.
  public func furnish(_ session: Session) async {
    languages.add(session)
    session.host.rehearsesCommands = true
    session.host.chineseDocumentation = Self.chineseDocumentation
    session.host.shippedSources = Course.workshopSources
    session.host.cellRenderers.register(PlaceCell.self) { TextRow.Content($0) }
    WorkshopScreens.register(with: session.host.screens.makers)
    ControlScreens.register(with: session.host.screens.makers)
    DataScreens.register(with: session.host.screens.makers)
    let objects = await own.objects(for: session, files: scratch, report: report)
    define(objects, in: session)
    let graph = ObjectIdentifier(session.graph)
    let words = NetworkWords(
      backend: { [self] in asides[graph] ?? own },
      redacted: { [weak session] in session?.redacted($0) ?? "" })
    for command in words.commands + session.screenWords { session.add(command) }
    session.offer(Demo.workshop)
    session.addLoss { [self] in
      own.isServerStarted || asides[graph]?.isServerStarted == true ? .serverStops : nil
    }
    session.addLossOfCarrying { [self] in asides[graph]?.holdsRows == true ? .lessonStoreEnds : nil
    }
    session.addBelongings { [self, weak session] in
      guard let session else { return {} }
      return await putAside(objects, of: session)
    }
    firstValues = await objects.store.kept()
    session.host.onRecord = { [self] in
      let backend = asides[graph] ?? own
      firstValues = await StoreExplorer.kept(in: backend.database)
    }
    session.host.makeReplay = { [self] clock in await replayStage(clock) }
  }

  private func define(_ objects: Backend.Objects, in session: Session) {
    session.define("net", objects.network)
    session.define("store", objects.store)
    session.define("device", objects.app)
  }

  /// Gives a session separate services, with an empty store and a new server, until the returned closure restores the
  /// person's services.
  private func putAside(
    _ objects: Backend.Objects, of session: Session
  ) async -> @MainActor () async -> Void {
    let graph = ObjectIdentifier(session.graph)
    let before = asides[graph]
    let backend = Backend(data: nil, api: address, clock: clock, seed: seed) { [languages] in
      languages.current
    }
    let values = firstValues
    (asides[graph], firstValues) = (backend, [:])
    define(await backend.objects(for: session, files: scratch, report: report), in: session)
    await before?.close()
    return { [self, weak session] in
      let aside = asides.removeValue(forKey: graph)
      firstValues = values
      if let session { define(objects, in: session) }
      await aside?.close()
    }
  }

  /// Makes a separate workshop for a replay, so that nothing outside is touched: the store is in memory with the rows
  /// from the beginning of the recording, and the server is on this machine.
  private func replayStage(_ clock: SessionClock) async -> Workshop {
    let copy = Workshop(data: nil, clock: clock, seed: seed)
    let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    do {
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: false)
    } catch {
      tell(.replayHasNoFolder(Message(ofSystem: error)))
    }
    copy.scratch = scratch
    do { try await StoreExplorer.put(firstValues, into: copy.own.database) } catch {
      tell(.replayBeginsAnew(Message(error)))
    }
    return copy
  }

  /// Stops the server and closes the database.
  public func close() async {
    for aside in asides.values { await aside.close() }
    await own.close()
    if let scratch { try? FileManager.default.removeItem(at: scratch) }
  }

  /// The services of the session to which the current graph belongs.
  private var backend: Backend { asides[ObjectIdentifier(Graph.current)] ?? own }

  /// The language of pages that are made now.
  private var language: PageLanguage { PageLanguage(languages.current) }

  /// Reports a problem that stops nothing.
  private func tell(_ problem: Message) { report(problem.text(in: languages.current)) }

  private var api: WorkshopAPI { backend.api }
  private var database: WorkshopDatabase { backend.database }
  private var images: ImageLoader { backend.images }

  /// Gives a view-model the workshop's clock, the date for its later loads, and the state of the program.
  private func timed<Model: LifecycleViewModel>(_ model: Model) -> Model {
    model.environment[ClockKey.self] = clock
    if let clock = clock as? SessionClock { model.environment[NowKey.self] = { clock.date } }
    model.environment[AppStateKey.self] = backend.app
    return model
  }

  private func places() -> TravelList {
    TravelList(service: RemoteTravel(api: api), images: images, language: language)
  }

  private func form(remembering login: RememberedLogin?) -> LoginForm {
    LoginForm(
      remembered: login, logins: logins,
      service: RemoteLoginService(api: api), language: language)
  }

  private var logins: StoredLogins { StoredLogins(database: database) }

  private func rememberedLogin() async -> RememberedLogin? {
    do { return try await logins.last() } catch {
      tell(.loginCannotBeRead(Message(error)))
      return nil
    }
  }
}

/// The languages of the sessions, by their graphs.
@MainActor
private final class SessionLanguages {
  private var languages: [ObjectIdentifier: @MainActor () -> HelpLanguage?] = [:]

  /// The language of the session to which the current graph belongs.
  var current: HelpLanguage { languages[ObjectIdentifier(Graph.current)]?() ?? .english }

  func add(_ session: Session) {
    languages[ObjectIdentifier(session.graph)] = { [weak session] in session?.language }
  }
}
