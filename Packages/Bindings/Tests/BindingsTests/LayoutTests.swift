import Testing

@testable import Bindings

/// The engine finds the parts of a block by their places, so the places are those of the types.
@Suite struct LayoutTests {
  @Test func partsOfABlockFollowOneAnother() {
    let header = MemoryLayout<NodeHeader>.size
    let word = MemoryLayout<AnyStored.Type>.size
    let work = MemoryLayout<Work>.size
    #expect(header % 8 == 0 && MemoryLayout<NodeHeader>.alignment == 8)
    #expect(NodeHeader.propertyType == header && NodeHeader.propertyCell == header + word)
    #expect(NodeHeader.condition == header && NodeHeader.lastError == header + 8)
    #expect(NodeHeader.commandSize == header + 16)
    #expect(NodeHeader.work == header && NodeHeader.observerSize == header + work)
    #expect(NodeHeader.computedType == header + work)
    #expect(NodeHeader.computedCell == header + work + word)
    #expect(MemoryLayout<Work>.alignment <= 8 && MemoryLayout<LinkHeader>.size % 8 == 0)
  }

  @Test func firstWordOfABlockTellsWhetherItIsInUse() {
    #expect(MemoryLayout<NodeHeader>.offset(of: \.flags) == 0)
    #expect(MemoryLayout<LinkHeader>.offset(of: \.version) == 0)
  }

  @Test func readAsksForBothReasonsToRecordAtOnce() {
    #expect(MemoryLayout<EngineState>.offset(of: \.active) == 0)
    #expect(MemoryLayout<EngineState>.offset(of: \.isOneOfMany) == 4)
  }

  @Test func stateAndSizeClassesLieBeforeTheFirstChunk() {
    #expect(MemoryLayout<EngineState>.size <= Engine.sizeClasses)
    let classes = (Engine.largestBlock / 8 + 1) * MemoryLayout<SizeClass>.stride
    #expect(Engine.sizeClasses + classes <= Engine.noChunk)
    #expect(Engine.noChunk + Engine.chunkHeader <= Engine.firstChunk)
    #expect(MemoryLayout<ChunkHeader>.size <= Engine.chunkHeader && Engine.chunkHeader % 8 == 0)
    #expect(Engine.firstChunk % Engine.chunk == 0 && Region.step % Engine.chunk == 0)
    #expect(Engine.chunk.nonzeroBitCount == 1)
  }
}
