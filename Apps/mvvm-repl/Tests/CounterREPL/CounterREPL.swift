import Bindings
import Foundation
import REPLTerminal
import ViewModels

/// A counter.
@ViewModel
final class Counter {
  /// The present count.
  var count: Int
  /// A number that nobody is to see.
  @Secure var pin = ""
  var isEven: Bool { count.isMultiple(of: 2) }

  init(start: Int = 0) { count = start }

  /// Adds to the count.
  @Command func add(step: Int = 1) { count += step }
}

/// Something that cannot be cancelled, for a test that asks for it.
@ViewModel
final class Stuck {
  /// Goes on for a day.
  @Command func hang() async {
    _ = await Task { try await Task.sleep(for: .seconds(86_400)) }.result
  }
}

/// The smallest program of one's own: a catalog at a prompt.
@main
struct CounterREPL {
  static func main() async {
    var catalog = Catalog()
    catalog.add(Counter.self)
    if ProcessInfo.processInfo.environment["STUCK"] != nil { catalog.add(Stuck.self) }
    await REPL(catalog: catalog).main()
  }
}
