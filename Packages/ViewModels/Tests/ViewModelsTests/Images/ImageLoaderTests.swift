import Bindings
import Foundation
import Testing
import ViewModels

/// Images in memory, loads that are shared, and loads that nobody wants any more.
@MainActor
@Suite(.ownGraph) struct ImageLoaderTests {
  let source = HandDrivenImages()

  @Test func severalWhoWantTheSameImageAskOnce() async throws {
    let loader = ImageLoader(source)
    let tasks = (0..<3).map { _ in Task { try await loader.image(at: "a") } }
    await source.wait(for: 1)
    for _ in 0..<10 { await Task.yield() }
    source.answer("a")
    for task in tasks { #expect(try await task.value.origin == .network) }
    #expect(try await loader.image(at: "a").origin == .memory)
    #expect(source.asked == ["a"] && loader.size == 3)
  }

  @Test func theLastOneWhoLeavesCancelsTheLoad() async throws {
    let loader = ImageLoader(source)
    let (first, second) = (
      Task { try await loader.image(at: "a") }, Task { try await loader.image(at: "a") }
    )
    await source.wait(for: 1)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(source.cancelled.isEmpty)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    while source.cancelled.isEmpty { await Task.yield() }
    let third = Task { try await loader.image(at: "a") }
    await source.wait(for: 2)
    source.answer("a")
    #expect(try await third.value.bytes.count == 3)
  }

  @Test func whoHasLeftAlreadyAsksNobody() async {
    let loader = ImageLoader(source)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await loader.image(at: "a")
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(source.asked.isEmpty)
  }

  @Test func aFailureIsToldToAllAndNotKept() async throws {
    let loader = ImageLoader(source)
    let tasks = (0..<2).map { _ in Task { try await loader.image(at: "a") } }
    await source.wait(for: 1)
    for _ in 0..<10 { await Task.yield() }
    source.fail("a")
    for task in tasks {
      await #expect(throws: HandDrivenImages.Missing.self) { try await task.value }
    }
    let again = Task { try await loader.image(at: "a") }
    await source.wait(for: 2)
    source.answer("a")
    #expect(try await again.value.origin == .network)
  }

  @Test func anImageLargerThanTheMemoryIsNotKept() async throws {
    for capacity in [2, 0, -1] {
      let loader = ImageLoader(ImagesOfSize(), capacity: capacity)
      #expect(try await loader.image(at: "3").bytes.count == 3)
      #expect(try await loader.image(at: "3").origin == .network && loader.size == 0)
    }
  }

  /// Any number of them would fit.
  @Test(arguments: [-1, 0, 20, .max]) func anEmptyImageIsNotKept(capacity: Int) async throws {
    let loader = ImageLoader(ImagesOfSize(), capacity: capacity)
    for _ in 0..<2 { #expect(try await loader.image(at: "0").origin == .network) }
    let next = try await [loader.image(at: "5"), loader.image(at: "5")]
    #expect(next[1].origin == (capacity > 0 ? .memory : .network))
  }

  @Test func whoIsCancelledLeavesTheImageToTheOthers() async throws {
    let loader = ImageLoader(source)
    let tasks = (0..<3).map { _ in Task { try await loader.image(at: "a") } }
    await source.wait(for: 1)
    tasks[0].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    source.answer("a")
    for task in tasks.dropFirst() { #expect(try await task.value.bytes.count == 3) }
    #expect(source.asked == ["a"] && source.cancelled.isEmpty)
  }

  /// Beside a list of addresses with the newest at the end.
  @Test(arguments: 1...20) func theMemoryKeepsTheImagesThatWereUsedLast(seed: UInt64) async throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func random(below bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    let capacity = [20, 0, .max, -1, 1][Int(random(below: 5))]
    let loader = ImageLoader(ImagesOfSize(), capacity: capacity)
    var used: [(address: String, size: Int)] = []
    for step in 0..<400 {
      let number = random(below: 12)
      let (address, size) = ("i\(number)/\(number * 2)", Int(number) * 2)
      let isKept = used.contains { $0.address == address }
      used.removeAll { $0.address == address }
      if size > 0, size <= capacity {
        while used.reduce(size, { $0 + $1.size }) > capacity { used.removeFirst() }
        used.append((address, size))
      }
      let origin = try await loader.image(at: address).origin
      #expect(origin == (isKept ? .memory : .network), "seed \(seed), step \(step)")
      #expect(loader.size == used.reduce(0) { $0 + $1.size })
      if random(below: 60) == 0 {
        loader.removeAll()
        used = []
      }
    }
  }
}
