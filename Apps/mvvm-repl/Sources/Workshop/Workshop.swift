public import Foundation
public import REPLKit
import Store
public import ViewModels

/// The demo view-models together with what they need: a database, a server, services.
///
/// This is the place where the layers meet. Everything works offline: the workshop's API is served
/// on the loopback interface by this process, unless another address is given.
///
/// ```swift
/// let workshop = Workshop(data: folder)
/// let form = try await workshop.catalog["LoginForm"]?.make()
/// await workshop.close()
/// ```
@MainActor
public final class Workshop {
  private let logins: StoredLogins
  private let api: WorkshopAPI
  private var report: @MainActor (String) -> Void = { _ in }

  /// Creates a workshop; nothing is opened or started before it is needed.
  ///
  /// - Parameters:
  ///   - data: The folder in which values are kept; `nil` keeps them in memory.
  ///   - api: The address of the workshop's API; `nil` starts one on this machine.
  public init(data: URL?, api: URL? = nil) {
    logins = StoredLogins(folder: data)
    self.api = WorkshopAPI(address: api)
  }

  /// Sets what is told of problems that stop nothing: that the database cannot be read, say.
  public func onProblem(_ report: @escaping @MainActor (String) -> Void) { self.report = report }

  /// The view-models that can be created.
  public var catalog: Catalog {
    var catalog = Catalog()
    catalog.add(LoginForm.self) { [self] in
      LoginForm(
        remembered: await rememberedLogin(), logins: logins, service: RemoteLoginService(api: api))
    }
    return catalog
  }

  /// The models of the demos, with the sample documents and the files that they are decoded from.
  public var models: ModelCatalog {
    var models = ModelCatalog { name in
      if let text = SampleDocuments.text(name) { return text }
      do { return try String(contentsOfFile: name, encoding: .utf8) } catch {
        throw DocumentMissing(name: name)
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

  /// Stops the server and closes the database.
  public func close() async {
    await api.close()
    await logins.close()
  }

  private func rememberedLogin() async -> RememberedLogin? {
    do { return try await logins.last() } catch {
      report("the remembered login cannot be read, so none is offered: \(error)")
      return nil
    }
  }
}

/// Neither a sample document nor a text file has the name.
struct DocumentMissing: Error, CustomStringConvertible {
  let name: String

  var description: String {
    "no file '\(name)' holds UTF-8 text; the samples are \(SampleDocuments.names.joined(separator: ", "))"
  }
}
