/// The way from a source to the sections of a derived list.
@MainActor
protocol SectionStage<Step, Header, Element>: AnyObject {
  /// A step of the source from version to version.
  associatedtype Step
  associatedtype Header: Identifiable
  associatedtype Element: Identifiable

  /// The headers and bounds of the sections.
  var headers: [Header] { get }
  var bounds: SectionBounds { get }

  /// Begins anew.
  ///
  /// - Returns: The rows of all sections.
  func begin() -> [Element]

  /// Takes over what happened to the source, and says what happened to the sections.
  ///
  /// `rows` are those of all sections, for the stage to bring up to date.
  func take(_ step: Step, _ rows: inout [Element]) -> SectionChanges<Header, Element>
}

extension SectionContents {
  /// Makes a derived list around a stage; `advance` gives its argument what happened to the source since
  /// it was last asked, or nil when the stage must begin anew.
  func list<Stage: SectionStage<Step, Header, Element>, Step>(
    after source: any ObservableValue<ListVersion>, _ stage: Stage, _ graph: Graph, label: String?,
    fileID: StaticString, line: UInt, advance: @escaping @MainActor ((Step?) -> Void) -> Void
  ) -> LiveSections<Header, Element> {
    let versions = Computed(label: label, graph: graph, fileID: fileID, line: line) { [self] in
      _ = source.value
      advance { update($0, stage) }
      return version
    }
    return LiveSections(self, versions: versions, graph: graph)
  }

  private func update<Stage: SectionStage<Step, Header, Element>, Step>(
    _ step: Step?, _ stage: Stage
  ) {
    var (_, rows) = take()
    let changes = step.map { stage.take($0, &rows) }
    if changes == nil { rows = stage.begin() }
    put(stage.headers, rows, bounds: stage.bounds)
    if changes?.isEmpty != true { didChange(changes) }
  }
}
