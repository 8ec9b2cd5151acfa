import Bindings
import ViewModels

/// The reports to pages that a screen has drawn them: a layout of a page, as far as the page knows.
///
/// Each change reports to a page at most once. A page may change because of a report, for example when it shows how
/// often it was laid out, or loads after its first layout. The screen is then drawn again, within the same change;
/// if that were reported too, a page could be drawn without end.
@MainActor
final class LayoutReports {
  /// The pages that were reported to since the start of the change.
  private var reported: Set<ObjectIdentifier> = []
  // An observer in a graph of its own runs when the observers of the screen's graph have run.
  private let graph = Graph()
  private let count: Property<Int>
  private var end: Subscription?

  init() {
    count = graph.run { Property(0, label: "layouts") }
    end = graph.run { count.observe { [weak self] _ in self?.reported = [] } }
  }

  /// Reports to pages that they were drawn.
  func report(to pages: [LifecycleViewModel]) {
    untracked {
      // The screen reports this by itself: the statement that is running is not the cause of the report.
      Trace.withCause(nil) {
        for page in pages where reported.insert(ObjectIdentifier(page)).inserted {
          page.screenDidRender()
        }
      }
      count.value += 1
    }
  }
}
