// Reads while nothing of the graph runs: with the trait `ObservationInterop`, the standard
// library's Observation may be what reads.

extension Engine {
  /// The value of `active` while nothing of the graph runs: it stands for nobody, or for Observation.
  ///
  /// Reads then take the way of tracked reads, so that all others pay nothing for the interop.
  @inlinable
  static var idle: UInt32 {
    #if ObservationInterop
      UInt32.max
    #else
      0
    #endif
  }
}

#if ObservationInterop
  public import Observation
  import Synchronization

  extension Engine {
    /// Tells Observation, if it tracks reads just now, that `node` was read from outside.
    @inline(never)
    @MainActor
    func trackFromOutside(_ node: NodeRef) {
      guard TrackingProbe.isInsideTracking else { return }
      let link =
        context.observationLinks[node.offset]
        ?? {
          let link = ObservationLink()
          context.observationLinks[node.offset] = link
          node.flags.insert(.linked)
          return link
        }()
      link.access(node)
    }

    /// Ends what Observation has to do with a node that is going to end.
    @MainActor
    func endObservation(of node: NodeRef) {
      guard let link = context.observationLinks.removeValue(forKey: node.offset) else { return }
      link.end()
    }

    /// Runs `body` as if nothing of the graph ran: Observation sees its reads.
    fileprivate func outside(_ body: () -> Void) {
      let outer = unsafe state.pointee.active
      unsafe state.pointee.active = Engine.idle
      body()
      unsafe state.pointee.active = outer
    }
  }

  /// Joins one node to Observation: an observer of the node, from a tracked read to the next change.
  ///
  /// Observation forgets who reads at each change, so the observer ends there; whoever reads again
  /// makes another one. Being an observer it runs after the batch, when no derived value disagrees
  /// with its sources, and only if the value has changed.
  ///
  /// The main actor guards it.
  final class ObservationLink: Observable {
    private let registrar = ObservationRegistrar()
    private var observer: NodeRef?

    /// Stands for the node's value in key paths.
    private var value: Void { () }

    @MainActor
    fileprivate func access(_ node: NodeRef) {
      registrar.access(self, keyPath: \.value)
      guard observer == nil else { return }
      let engine = node.engine
      let name = engine.context.labels[node.offset].map { "Observation of \($0)" }
      var hasRead = false
      observer = engine.observe(label: name, file: #fileID, line: #line) { [weak self] in
        guard hasRead else {
          hasRead = true
          return engine.track(node)
        }
        self?.tellChange(engine)
      }
    }

    @MainActor
    private func tellChange(_ engine: Engine) {
      end()
      engine.outside { registrar.withMutation(of: self, keyPath: \.value) {} }
    }

    @MainActor
    fileprivate func end() {
      guard let ending = observer else { return }
      observer = nil
      ending.engine.release(ending)
    }
  }

  /// Finds out whether the caller runs inside `withObservationTracking`.
  ///
  /// The library does not say it. But it keeps the key paths that are read in a set, so it hashes
  /// them, and a key path hashes the arguments of its subscripts.
  private final class TrackingProbe: Observable, Sendable {
    struct Key: Hashable {
      func hash(into hasher: inout Hasher) {
        TrackingProbe.hashings.add(1, ordering: .relaxed)
      }
    }

    private static let hashings = Atomic(0)
    private static let shared = TrackingProbe()
    private let registrar = ObservationRegistrar()
    private let keyPath: any KeyPath<TrackingProbe, Void> & Sendable = \TrackingProbe[Key()]

    private subscript(key: Key) -> Void { () }

    /// Whether reads are tracked; another thread's tracking may make it true, which does no harm.
    static var isInsideTracking: Bool {
      let probe = shared
      let before = hashings.load(ordering: .relaxed)
      probe.registrar.access(probe, keyPath: probe.keyPath)
      return hashings.load(ordering: .relaxed) != before
    }
  }

  extension Property: Observable {}
  extension Computed: Observable {}
  extension Command: Observable {}
#endif
