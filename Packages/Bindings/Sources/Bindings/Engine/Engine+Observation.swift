// Reads while no evaluation of the graph runs: with the trait `ObservationInterop`, the reader may be the standard
// library's Observation.

extension Engine {
  /// The value of `active` while no evaluation runs; the reader may then be Observation.
  ///
  /// Such reads take the path of tracked reads, so the interop costs nothing for all other reads.
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
    /// Reports a read of `node` to Observation, if Observation is tracking reads now.
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

    /// Ends the link between Observation and a node that is being disposed of.
    @MainActor
    func endObservation(of node: NodeRef) {
      guard let link = context.observationLinks.removeValue(forKey: node.offset) else { return }
      link.end()
    }
  }

  /// A link from one node to Observation: an observer of the node that lives from a tracked read to the next change.
  ///
  /// Observation forgets its readers at each change, so the observer ends then; the next tracked read
  /// makes another one. As an observer it runs after the batch, when derived values agree with
  /// their sources, and only if the value has changed.
  ///
  /// The type is used on the main actor only.
  final class ObservationLink: Observable {
    private let registrar = ObservationRegistrar()
    private var observer: NodeRef?

    /// The property that represents the node's value in key paths.
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
      // As if no evaluation were running, so that Observation sees the reads.
      let outer = unsafe exchange(&engine.state.pointee.active, with: Engine.idle)
      registrar.withMutation(of: self, keyPath: \.value) {}
      unsafe engine.state.pointee.active = outer
    }

    @MainActor
    fileprivate func end() {
      guard let ending = observer else { return }
      observer = nil
      ending.engine.release(ending)
    }
  }

  /// Detects whether the caller runs inside `withObservationTracking`.
  ///
  /// The library has no API for this. But it stores the key paths of tracked reads in a set, so it hashes
  /// them, and hashing a key path hashes the arguments of its subscripts.
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

    /// Whether reads are tracked; tracking on another thread may make this true, which is harmless.
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
