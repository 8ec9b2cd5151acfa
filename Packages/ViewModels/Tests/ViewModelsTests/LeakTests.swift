import Bindings
import Testing
import ViewModels

@ViewModel
private final class Worker: LifecycleViewModel {
  var count = 0
  var isEven: Bool { count.isMultiple(of: 2) }
  @Command(enabled: \.isEven) func work() async { await Task.yield() }
}

/// Every construct lets go of its view-model.
@MainActor
@Suite(.ownGraph) struct LeakTests {
  /// Whether a view-model is gone once `use` and its caller let go of it.
  private func isReleased(after use: (Worker) async -> Void) async -> Bool {
    weak var worker: Worker?
    do {
      let made = Worker()
      worker = made
      await use(made)
    }
    return worker == nil
  }

  @Test func anAsyncCommandHoldsItsViewModelOnlyWhileItRuns() async {
    #expect(
      await isReleased { worker in
        _ = await worker.workCommand.execute().result
      })
  }

  @Test func whoHoldsANodeDoesNotHoldTheViewModel() async {
    var nodes: [any ObservableValue<Bool>] = []
    #expect(
      await isReleased { worker in
        _ = worker.$isEven.value
        nodes.append(worker.$isEven)
      })
    #expect(nodes.first?.value == true)
  }

  @Test func aBindingToTheOutsideDoesNotHoldTheViewModel() async {
    let outside = Property(3)
    var bindings: [Subscription] = []
    #expect(
      await isReleased { worker in
        bindings.append(outside.bind(with: worker.$count))
        _ = worker.count
      })
    outside.value = 4
    bindings.first?.cancel()
  }

  @Test func aKeptObserverThatMeetsItsOwnerWeaklyIsReleased() async {
    #expect(
      await isReleased { worker in
        worker.keep(observe(with: worker) { worker in _ = worker.count })
      })
  }

  @Test func aKeptObserverThatCapturesItsOwnerIsReleasedByTheEnd() async {
    #expect(
      await isReleased { worker in
        worker.keep(worker.$count.observe { _ in _ = worker.isEven })
        worker.end()
      })
  }

  @Test func anEndlessTaskIsReleasedByTheEnd() async {
    #expect(
      await isReleased { worker in
        let task = worker.task {
          while !Task.isCancelled { await Task.yield() }
          _ = worker
        }
        worker.end()
        await task?.value
      })
  }

  @Test func theSchemaHoldsNothing() async throws {
    #expect(
      await isReleased { worker in
        for member in Worker.schema.members {
          _ = member.read(in: worker)
          _ = member.command(in: worker)?.isEnabled
          _ = member.node(in: worker)
        }
      })
  }
}
