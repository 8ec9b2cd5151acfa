// The properties are transparent, so that a debug build compares bytes with constants without function calls.

extension UInt8 {
  @_transparent var isASCIIDigit: Bool { self &- 0x30 < 10 }
}

/// The bytes with a meaning in JSON and in related formats.
enum ASCII {
  @_transparent static var space: UInt8 { 0x20 }
  @_transparent static var quote: UInt8 { 0x22 }
  @_transparent static var plus: UInt8 { 0x2B }
  @_transparent static var comma: UInt8 { 0x2C }
  @_transparent static var minus: UInt8 { 0x2D }
  @_transparent static var point: UInt8 { 0x2E }
  @_transparent static var slash: UInt8 { 0x2F }
  @_transparent static var zero: UInt8 { 0x30 }
  @_transparent static var one: UInt8 { 0x31 }
  @_transparent static var colon: UInt8 { 0x3A }
  @_transparent static var openBracket: UInt8 { 0x5B }
  @_transparent static var backslash: UInt8 { 0x5C }
  @_transparent static var closeBracket: UInt8 { 0x5D }
  @_transparent static var b: UInt8 { 0x62 }
  @_transparent static var e: UInt8 { 0x65 }
  @_transparent static var f: UInt8 { 0x66 }
  @_transparent static var n: UInt8 { 0x6E }
  @_transparent static var r: UInt8 { 0x72 }
  @_transparent static var t: UInt8 { 0x74 }
  @_transparent static var u: UInt8 { 0x75 }
  @_transparent static var z: UInt8 { 0x7A }
  @_transparent static var openBrace: UInt8 { 0x7B }
  @_transparent static var closeBrace: UInt8 { 0x7D }
  @_transparent static var tilde: UInt8 { 0x7E }
}
