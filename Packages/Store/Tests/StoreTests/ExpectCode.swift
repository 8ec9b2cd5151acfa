import Testing

import Store

/// Expects that `body` throws an error of the code.
func expectCode(
  _ code: StoreError.Code, _ location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
  let error = #expect(throws: StoreError.self, sourceLocation: location) { try body() }
  #expect(error?.code == code, sourceLocation: location)
}
