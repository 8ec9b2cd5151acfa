/// The sections of a list: their headers, and where each begins and ends among the rows of all.
///
/// The rows themselves are a list without sections.
@MainActor
final class SectionShape<Header: Identifiable> {
  let headers: ListContents<Header>
  var bounds: SectionBounds

  init(_ headers: ListContents<Header>, _ bounds: SectionBounds) {
    self.headers = headers
    self.bounds = bounds
  }
}
