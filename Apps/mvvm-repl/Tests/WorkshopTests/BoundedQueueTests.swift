import Testing

@testable import Workshop

@Suite struct BoundedQueueTests {
  @Test func theOldestGoesWhenItIsFull() {
    var recent = BoundedQueue<String>(limit: 2)
    #expect(recent.append("ferry") == nil)
    #expect(recent.append("lamp") == nil)
    #expect(recent.append("kite") == "ferry")
    #expect(recent.elements == ["lamp", "kite"])
    #expect(recent.elements.count == 2)
  }

  @Test func itIsTakenFromInOrderAndEndsEmpty() {
    var queue = BoundedQueue<Int>(limit: 3)
    for number in 1...4 { queue.append(number) }
    #expect([queue.popFirst(), queue.popFirst()] == [2, 3])
    queue.append(5)
    queue.append(6)
    #expect(queue.elements == [4, 5, 6])
    while queue.popFirst() != nil {}
    #expect(queue.popFirst() == nil)
    #expect(queue.elements.isEmpty)
  }

  @Test(arguments: [0, -3]) func aLimitBelowOneCountsAsOne(_ limit: Int) {
    var queue = BoundedQueue<Int>(limit: limit)
    queue.append(1)
    #expect(queue.append(2) == 1)
    #expect(queue.elements == [2])
  }

  @Test func itAgreesWithAnArray() {
    for limit in 1...5 {
      var queue = BoundedQueue<Int>(limit: limit)
      var model: [Int] = []
      for number in 0..<200 {
        if number * number % 7 < 3 {
          let expected = model.isEmpty ? nil : model.removeFirst()
          #expect(queue.popFirst() == expected)
        } else {
          let dropped = model.count == limit ? model.removeFirst() : nil
          model.append(number)
          #expect(queue.append(number) == dropped)
        }
        #expect(queue.elements == model && queue.elements.count == model.count)
      }
    }
  }

  @Test func equalityIsThatOfTheElements() {
    var narrow = BoundedQueue<Int>(limit: 2)
    var wide = BoundedQueue<Int>(limit: 9)
    for number in 1...3 { narrow.append(number) }
    for number in 2...3 { wide.append(number) }
    #expect(narrow == wide)
    wide.append(4)
    #expect(narrow != wide)
  }
}
