@testable import Bindings

extension SectionChanges where Header: Equatable, Element: Equatable {
  /// The changes between two versions, found by comparing them.
  init(from old: [ListSection<Header, Element>], to new: [ListSection<Header, Element>]) {
    self.init(
      ListChanges(from: old.flatMap(\.rows), to: new.flatMap(\.rows)),
      sections: ListChanges(from: old.map(\.header), to: new.map(\.header)),
      before: SectionBounds(old.map(\.rows.count)), after: SectionBounds(new.map(\.rows.count)))
  }
}

extension Array {
  /// The version that `changes` leads to from this one, at which they begin.
  func applying<Header, Row>(_ changes: SectionChanges<Header, Row>) -> [Element]
  where Element == ListSection<Header, Row> {
    precondition(SectionBounds(map(\.rows.count)) == changes.before, "other sections")
    let headers = map(\.header).applying(changes.sections)
    return changes.after.sections(headers, flatMap(\.rows).applying(changes.rows))
  }
}
