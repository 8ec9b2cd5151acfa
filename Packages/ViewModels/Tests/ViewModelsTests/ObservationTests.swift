#if ObservationInterop
  import Bindings
  import Observation
  import Synchronization
  import Testing
  import ViewModels

  @ViewModel
  private final class SignUp {
    var name = ""
    private(set) var saved: Bool = false
    var isNameValid: Bool { name.count > 2 }
    var canSave: Bool { isNameValid && !saved }

    @Command(enabled: \.canSave) func save() { saved = true }
  }

  @MainActor
  private final class ByHand: ViewModel {
    let count = Property(0)
    static let schema = ViewModelSchema(ByHand.self, members: [.property("count", { $0.count })])
  }

  @MainActor @ViewModel private class Base { init() {} }
  @ViewModel private final class Derived: Base { var x = 1 }

  /// Built and run with `--traits ObservationInterop`.
  @MainActor
  @Suite(.ownGraph) struct ObservationTests {
    private func changes(of read: () -> Void, after write: () -> Void) -> Int {
      let count = Atomic(0)
      withObservationTracking(read) { count.add(1, ordering: .relaxed) }
      write()
      return count.load(ordering: .relaxed)
    }

    /// As SwiftUI's `@Bindable` and `@Environment` ask for it.
    private func isObservable(_ object: some AnyObject & Observable) -> Bool { true }

    @Test func viewModelsOfAllKindsAreObservable() {
      #expect(isObservable(SignUp()))
      #expect(isObservable(ByHand()))
      #expect(isObservable(Derived()))
      #expect(isObservable(LifecycleViewModel()))
    }

    @Test func aWritePastTheAccessorIsSeenByWhoReadThroughIt() {
      let form = SignUp()
      #expect(changes(of: { _ = form.name }, after: { form.$name.value = "Ada" }) == 1)
    }

    @Test func aWriteByABindingIsSeen() {
      let form = SignUp()
      let field = Property("")
      let binding = field.bind(with: form.$name)
      #expect(changes(of: { _ = form.name }, after: { field.value = "Ada" }) == 1)
      binding.cancel()
    }

    @Test func aWriteByNameIsSeen() throws {
      let form = SignUp()
      let node = try #require(SignUp.schema["name"]?.observable(in: form) as? Property<String>)
      #expect(changes(of: { _ = form.name }, after: { node.value = "Ada" }) == 1)
    }

    @Test func aDerivedValueIsSeenThroughItsGetterAndItsNode() {
      let form = SignUp()
      #expect(changes(of: { _ = form.canSave }, after: { form.name = "Ada" }) == 1)
      #expect(changes(of: { _ = form.$canSave.value }, after: { form.name = "Adam" }) == 0)
      #expect(changes(of: { _ = form.$canSave.value }, after: { form.name = "" }) == 1)
    }

    @Test func aCommandIsSeenToBecomeEnabled() {
      let form = SignUp()
      #expect(changes(of: { _ = form.saveCommand.isEnabled }, after: { form.name = "Ada" }) == 1)
    }

    @Test func whatACommandWritesIsOneConsistentChange() {
      let form = SignUp()
      form.name = "Ada"
      let seen = Mutex<[[Bool]]>([])
      withObservationTracking {
        _ = (form.saved, form.$canSave.value, form.saveCommand.isEnabled)
      } onChange: {
        MainActor.assumeIsolated {
          let state = [form.saved, form.$canSave.value, form.saveCommand.isEnabled]
          seen.withLock { $0.append(state) }
        }
      }
      form.saveCommand.execute()
      #expect(seen.withLock { $0 } == [[true, false, false]])
    }

    @Test func aLifeIsSeen() {
      let page = LifecycleViewModel()
      #expect(changes(of: { _ = page.state }, after: { page.screenDidLoad() }) == 1)
      #expect(changes(of: { _ = page.isActive }, after: { page.screenWillAppear() }) == 1)
    }

    @Test func beingSeenKeepsNothingAlive() {
      weak var form: SignUp?
      do {
        let made = SignUp()
        form = made
        withObservationTracking {
          _ = (made.name, made.$canSave.value, made.saveCommand.isEnabled)
        } onChange: {
        }
      }
      #expect(form == nil)
    }
  }
#endif
