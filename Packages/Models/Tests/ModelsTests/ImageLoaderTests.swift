import Foundation
import Models
import Testing

@Suite struct ImageLoaderTests {
  let park = ImageReference("https://img.example/park.jpg")
  let mole = ImageReference("https://img.example/mole.jpg")

  /// Loads that the test ends itself.
  actor Gate {
    private(set) var started: [ImageReference] = []
    private(set) var cancelled = 0
    private var open: [CheckedContinuation<Void, Never>] = []
    private var watchers: [(count: Int, CheckedContinuation<Void, Never>)] = []

    func data(for reference: ImageReference) async throws -> Data {
      started.append(reference)
      let reached = watchers.filter { $0.count <= started.count }
      watchers.removeAll { $0.count <= started.count }
      for watcher in reached { watcher.1.resume() }
      await withTaskCancellationHandler {
        await withCheckedContinuation { open.append($0) }
      } onCancel: {
        Task { await self.release() }
      }
      if Task.isCancelled {
        cancelled += 1
        throw CancellationError()
      }
      return Data(reference.source.utf8)
    }

    func release() {
      let waiting = open
      open = []
      for continuation in waiting { continuation.resume() }
    }

    func hasStarted(_ count: Int) async {
      if started.count >= count { return }
      await withCheckedContinuation { watchers.append((count, $0)) }
    }
  }

  struct Broken: Error {}

  @Test func theSecondImageComesFromMemory() async throws {
    let images = ImageLoader { Data($0.source.utf8) }
    let first = try #require(await images.image(for: park))
    let second = try #require(await images.image(for: park))
    #expect(first.data == Data("https://img.example/park.jpg".utf8))
    #expect(second.data == first.data)
    #expect([first.isFromMemory, second.isFromMemory] == [false, true])
    let statistics = await images.statistics
    #expect(statistics.hits == 1 && statistics.misses == 1)
    #expect(statistics.count == 1 && statistics.bytes == first.data.count)
  }

  @Test func noImageIsNotLoaded() async throws {
    let images = ImageLoader { _ in throw Broken() }
    let image = try await images.image(for: ImageReference(""))
    #expect(image == nil)
    #expect(await images.statistics.misses == 0)
  }

  @Test func whoAsksMeanwhileWaitsForTheSameLoad() async throws {
    let gate = Gate()
    let images = ImageLoader { try await gate.data(for: $0) }
    async let first = images.image(for: park)
    await gate.hasStarted(1)
    async let second = images.image(for: park)
    while await images.statistics.misses < 2 { await Task.yield() }
    await gate.release()
    let both = try await [first, second]
    #expect(both[0] == both[1])
    #expect(await gate.started == [park])
  }

  @Test func theOldestUnusedImagesGoFirst() async throws {
    let images = ImageLoader(byteLimit: 20) { _ in Data(count: 8) }
    let hill = ImageReference("hill")
    for reference in [park, mole, park, hill] { _ = try await images.image(for: reference) }
    #expect(try await images.image(for: park)?.isFromMemory == true)
    #expect(try await images.image(for: mole)?.isFromMemory == false)
    #expect(await images.statistics.bytes <= 20)
  }

  @Test(arguments: [0, 7, -1]) func imagesOverTheLimitAreHandedOutAndNotKept(_ limit: Int)
    async throws
  {
    let images = ImageLoader(byteLimit: limit) { _ in Data(count: 8) }
    #expect(try await images.image(for: park)?.data.count == 8)
    #expect(try await images.image(for: park)?.isFromMemory == false)
    #expect(await images.statistics.count == 0)
  }

  @Test func aFailureIsToldAndTheNextOneTriesAgain() async throws {
    let attempts = Gate()
    let images = ImageLoader { reference in
      if await attempts.started.isEmpty {
        async let attempt = attempts.data(for: reference)
        await attempts.hasStarted(1)
        await attempts.release()
        _ = try await attempt
        throw Broken()
      }
      return Data([1])
    }
    await #expect(throws: Broken.self) { try await images.image(for: park) }
    #expect(try await images.image(for: park)?.data == Data([1]))
  }

  @Test func whoIsCancelledLeavesAndTheOthersGetTheImage() async throws {
    let gate = Gate()
    let images = ImageLoader { try await gate.data(for: $0) }
    let leaving = Task { try await images.image(for: park) }
    await gate.hasStarted(1)
    async let staying = images.image(for: park)
    while await images.statistics.misses < 2 { await Task.yield() }
    leaving.cancel()
    await #expect(throws: CancellationError.self) { try await leaving.value }
    await gate.release()
    #expect(try await staying?.data.isEmpty == false)
    #expect(await gate.cancelled == 0)
  }

  @Test func theLoadIsCancelledWhenNobodyWaits() async throws {
    let gate = Gate()
    let images = ImageLoader { try await gate.data(for: $0) }
    let leaving = Task { try await images.image(for: park) }
    await gate.hasStarted(1)
    leaving.cancel()
    await #expect(throws: CancellationError.self) { try await leaving.value }
    while await gate.cancelled == 0 { await Task.yield() }
    // The load that was given up does not answer for the next one.
    async let again = images.image(for: park)
    await gate.hasStarted(2)
    await gate.release()
    #expect(try await again?.isFromMemory == false)
  }

  @Test func whatIsForgottenIsLoadedAgain() async throws {
    let images = ImageLoader { Data($0.source.utf8) }
    _ = try await images.image(for: park)
    await images.removeAll()
    #expect(await images.statistics.bytes == 0)
    #expect(try await images.image(for: park)?.isFromMemory == false)
  }
}
