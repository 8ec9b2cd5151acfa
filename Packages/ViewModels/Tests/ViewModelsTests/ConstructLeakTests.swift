import Bindings
import Foundation
import Testing
import ViewModels

@ViewModel
private final class Note {
  var text = ""
}

@ViewModel
private final class Desk: LifecycleViewModel {
  var count = 0
  var isEven: Bool { count.isMultiple(of: 2) }
  @Secure var secret = ""
  let note = Note()
  var other: Note?
  var notes: [Note] = []
  @Command func reset() { count = 0 }
  @Command(enabled: \.isEven) func add(_ step: Int) throws -> Int {
    count += step
    return count
  }
  @Command(policy: .queue(max: 3)) func wait() async { await Task.yield() }
}

/// What stays behind of a construct, held by whoever used it.
@MainActor
private final class Outside {
  var kept: [Any] = []
  let value = Property(0)
  let source = SignalSource<Int>()
}

/// One way to use a view-model.
private struct Construct: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let use: @MainActor @Sendable (Desk, Outside) async throws -> Void

  init(_ name: String, _ use: @escaping @MainActor @Sendable (Desk, Outside) async throws -> Void) {
    testDescription = name
    self.use = use
  }
}

/// Whatever was done with a view-model, and whatever is still held of it, it goes with its holder.
@MainActor
@Suite(.ownGraph) struct ConstructLeakTests {
  private nonisolated static let constructs = [
    Construct("a property's node") { desk, outside in outside.kept.append(desk.$count) },
    Construct("a derived node that was read") { desk, outside in
      _ = desk.$isEven.value
      outside.kept.append(desk.$isEven)
    },
    Construct("a secure node") { desk, outside in outside.kept.append(desk.$secret) },
    Construct("a command") { desk, outside in
      desk.resetCommand.execute()
      outside.kept.append(desk.resetCommand)
    },
    Construct("a command with input, condition and result") { desk, outside in
      outside.kept.append(desk.addCommand.execute(2))
      outside.kept.append(desk.addCommand)
    },
    Construct("an async command that has ended") { desk, outside in
      outside.kept.append(await desk.waitCommand.execute().result)
      outside.kept.append(desk.waitCommand)
    },
    Construct("a command to cancel a command") { desk, outside in
    },
    Construct("observers of results, errors and state") { desk, outside in
      outside.kept.append(desk.addCommand.results.observe { _ in })
      outside.kept.append(desk.addCommand.errors.observe { _ in })
      outside.kept.append(observe { [command = desk.addCommand] in _ = command.isEnabled })
      desk.addCommand.execute(2)
    },
    Construct("an observer of a node") { desk, outside in
      outside.kept.append(desk.$isEven.observe { _ in })
    },
    Construct("a binding one way") { desk, outside in
      outside.kept.append(desk.$count.bind(to: outside.value))
    },
    Construct("a binding both ways") { desk, outside in
      outside.kept.append(desk.$count.bind(with: outside.value))
    },
    Construct("a binding that it keeps itself") { desk, outside in
      desk.keep(outside.value.bind(to: desk.$count))
    },
    Construct("a child, and one that was replaced") { desk, outside in
      desk.other = Note()
      desk.other = Note()
      desk.notes = [Note()]
      outside.kept.append(desk.note)
    },
    Construct("its schema, by name") { desk, outside in
      for member in Desk.schema.members {
        outside.kept.append(member.node(in: desk) as Any)
        if member.parameters.isEmpty {
          let run = try member.command(in: desk)?.execute()
          outside.kept.append(await run?.output as Any)
          outside.kept.append(run as Any)
        }
        outside.kept.append(member.children(in: desk))
      }
    },
    Construct("an observer by name") { desk, outside in
      outside.kept.append(observe(with: desk) { _ = Desk.schema["count"]?.read(in: $0) })
    },
    Construct("a command by name") { desk, outside in
      let add = Desk.schema["add"]?.command(in: desk)
      outside.kept.append(try add?.execute(2) as Any)
      outside.kept.append(add as Any)
    },
    Construct("a node by name") { desk, outside in
      outside.kept.append(Desk.schema["count"]?.observable(in: desk) as Any)
    },
    Construct("the nodes of its members") { desk, outside in
      outside.kept.append(Desk.schema.members.map { $0.node(in: desk) })
    },
    Construct("a whole life") { desk, _ in
      desk.screenDidLoad()
      desk.screenWillAppear()
      desk.screenDidRender()
      desk.screenWillDisappear()
      desk.screenDidUnload()
    },
    Construct("an observer of its life") { desk, outside in
      outside.kept.append(desk.$state.observe { _ in })
    },
    Construct("signals of its activity") { desk, outside in
      outside.kept.append(desk.didBecomeActive.observe { _ in })
      outside.kept.append(desk.didBecomeInactive)
      outside.kept.append(desk.didRender.prefix(1).observe { _ in })
      desk.screenWillAppear()
    },
    Construct("a signal of its activity that it keeps itself") { desk, _ in
      desk.keep(desk.didBecomeActive.observe { $0.count += 1 })
      desk.screenWillAppear()
    },
    Construct("signals bound to its activity") { desk, outside in
      desk.screenWillAppear()
      outside.kept.append(desk.forwardWhileActive(outside.source.signal).observe { _ in })
      outside.kept.append(desk.throttleWhileInactive(outside.source.signal).observe { _ in })
      outside.source.send(1)
    },
    Construct("a task that has ended") { desk, _ in
      await desk.task { desk.count += 1 }?.value
    },
    Construct("a parent") { desk, outside in
      let parent = Desk()
      parent.addChild(desk)
      parent.removeChild(desk)
      outside.kept.append(parent)
    },
    Construct("a child that outlives it") { desk, outside in
      let child = Desk()
      desk.addChild(child)
      outside.kept.append(child)
    },
    Construct("a segment") { desk, outside in
      let segments = SegmentedViewModel()
      segments.addChild(desk)
      desk.removeFromParent()
      outside.kept.append(segments)
    },
    Construct("the navigation of another") { desk, outside in
      let other = Desk()
      other.navigation = desk
      outside.kept.append(other)
    },
    Construct("an environment") { desk, outside in
      desk.environment[NowKey.self] = { Date(timeIntervalSince1970: 0) }
      outside.kept.append(desk.environment)
    },
    Construct("a trace") { desk, outside in
      let log = TraceLog()
      Graph.current.tracer = log
      desk.addCommand.execute(2)
      Graph.current.tracer = nil
      outside.kept.append(log)
    },
  ]

  @Test(arguments: constructs)
  fileprivate func itIsGoneWithItsHolder(_ construct: Construct) async throws {
    let outside = Outside()
    weak var desk: Desk?
    do {
      let made = Desk()
      desk = made
      try await construct.use(made, outside)
    }
    #expect(desk == nil)
    withExtendedLifetime(outside) {}
  }

  @Test func whatIsMadeFromTheCatalogIsGoneWithItsHolder() async throws {
    var catalog = Catalog()
    catalog.add(Desk.self)
    weak var desk: (any ViewModel)?
    do { desk = try await catalog["Desk"]?.make() }
    #expect(desk == nil)
  }

  @Test func aCommandThatRunsKeepsItsViewModelOnlyUntilItsEnd() async {
    let (gate, open) = AsyncStream<Void>.makeStream()
    weak var runner: Runner?
    var execution: Execution<Void>?
    do {
      let made = Runner()
      runner = made
      execution = made.runCommand.execute(gate)
    }
    // Where a body starts by a task of its own, let it begin.
    await Task.yield()
    open.yield()
    _ = await execution?.result
    execution = nil
    #expect(runner == nil)
  }

  @Test func theEndReleasesWhatARunningCommandHolds() async {
    let (gate, open) = AsyncStream<Void>.makeStream()
    weak var runner: Runner?
    var execution: Execution<Void>?
    do {
      let made = Runner()
      runner = made
      execution = made.runCommand.execute(gate)
      made.end()
    }
    _ = await execution?.result
    execution = nil
    open.finish()
    #expect(runner == nil)
  }
}

@ViewModel
private final class Runner: LifecycleViewModel {
  @Command func run(_ gate: AsyncStream<Void>) async { for await _ in gate { return } }
}
