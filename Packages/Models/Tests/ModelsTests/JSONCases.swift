import Foundation

/// Our own tables of RFC 8259, one list for every way that JSON takes; Networking's and Store's tests link to this file.
enum JSONCases {
  /// The documents that must be accepted: each case alone, in an array and as a member.
  static var acceptedDocuments: [String] {
    accepted.flatMap { text in
      text.unicodeScalars.first == "\u{FEFF}" ? [text] : [text, "[0,\(text)]", "{\"k\":\(text)}"]
    }
  }

  /// The documents that must be refused: each case alone and as a member, and the bytes likewise.
  static var refusedDocuments: [Data] {
    (refused.map { Data($0.utf8) } + refusedBytes.map { Data($0) }).flatMap { bytes in
      [bytes, Data("{\"k\":".utf8) + bytes + Data("}".utf8)]
    }
  }

  /// The texts that must be accepted.
  static let accepted: [String] = [
    "null", "true", "false", "0", "-0", "1", "-1", "10", "0.5", "-0.5", "1e5", "1E5", "1e+5",
    "1e-5", "0e1", "0E+1",
    "1.5e2", "123456789012345678901234567890", "-9223372036854775808", "9223372036854775807",
    "18446744073709551615",
    "1e-400", "0.1234567890123456789012345678901234567890", "\"\"", "\"a\"",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "\"\\u0000\"", "\"\\u00e9\"", "\"\\u4E2D\"", "\"\\uD83D\\uDE00\"", "\"\\ud83d\\ude00x\"",
    "\"中文\"", "\"😀\"",
    "\"\u{7F}\"", "\"\u{2028}\u{2029}\"", "\"\u{FEFF}\"", "\"\u{10FFFF}\"", "[]", "[ ]", "[\n]",
    "{}", "{ }", "[1]", "[1,2]",
    "[ 1 , 2 ]", "[[]]", "[[],[]]", "[{}]", "{\"a\":1}", "{\"a\":1,\"b\":2}",
    "{ \"a\" : 1 , \"b\" : 2 }", "{\"\":0}",
    "{\"a\":1,\"a\":2}", "{\"\\u0061\":1}", "{\"a\\nb\":1}",
    "{\"long_key_longer_than_eight\":[null]}", " 1 ", "\t1\r\n",
    "\n[\r\t 1 ]\n", "[null,true,false,\"\",0,{},[]]", "[\"\\\\\",\"\\\"\"]", "[\",]\",\"}{\"]",
    "[-0.0]", "[1e0]",
    "{\"a\":{\"b\":{\"c\":[[[{}]]]}}}", "\u{FEFF}[1]",
  ]

  /// The texts that must be refused.
  static let refused: [String] = [
    "", " ", "\n", "nul", "nulll", "Null", "NULL", "True", "tru", "falsey", "undefined", "NaN",
    "-NaN", "Infinity",
    "-Infinity", "+1", "01", "-01", "00", "-", "--1", "1.", "-1.", ".5", "-.5", "1e", "1e+", "1E-",
    "1.e5", "0x10", "1_000", "1 2",
    "1,", ",1", "0.1.2", "1e1.5", "1a", "1e5e5", "１", "\"", "\"a", "\"\\", "\"\\\"", "\"\\x\"",
    "\"\\a\"", "\"\\'\"",
    "\"\\u\"", "\"\\u1\"", "\"\\u12\"", "\"\\u123\"", "\"\\u123g\"", "\"\\U0041\"", "\"\\uD83D\"",
    "\"\\uDE00\"",
    "\"\\uD83Dx\"", "\"\\uD83D\\u0041\"", "\"\\uDE00\\uD83D\"", "\"a\u{0}b\"", "\"a\nb\"",
    "\"a\tb\"", "\"\u{1F}\"", "'a'", "a",
    "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1;2]", "[1}", "{]", "[\"a\"",
    "[\"a", "[[]", "[]]", "[][]",
    "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\" 1}",
    "{\"a\"::1}", "{\"a\",1}", "{a:1}",
    "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1 \"b\":2}", "{\"a\":1,,\"b\":2}", "{\"a\":}", "{:1}",
    "{\"a\":1}}", "{\"a\":1}x",
    "{[]:1}", "// c\n1", "1 // c", "/* c */ 1", "# c\n1", "\u{FEFF}", "\u{A0}1", "[1]\u{0}",
    "\u{0}", "[\u{B}1]", "[\u{C}1]",
    "\u{2060}1", "[true,\"x\"\"y\"]", "{\"a\":true,\"b\"}", "[\"\\u00\"]", "{\"x\":0,\n,}",
    "[1,\n]", "{\"a\":[1, ]}",
  ]

  /// The bytes that must be refused because they are no UTF-8.
  static let refusedBytes: [[UInt8]] = [
    [0x22, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xE0, 0x80, 0x80, 0x22],
    [0x22, 0xED, 0xA0, 0x80, 0x22],
    [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22],
    [0x22, 0xE4, 0xB8, 0x22],
    [0x22, 0xFF, 0x22], [0xFF], [0xFE, 0xFF, 0x00, 0x31], [0x31, 0x00], [0x00, 0x31],
    [0x7B, 0x22, 0xE5, 0x22, 0x3A, 0x30, 0x7D], [0xEF, 0xBB, 0xBF], [0xEF, 0xBB, 0x31],
    [0x5B, 0x22, 0xF0, 0x9F, 0x98, 0x22, 0x5D],
  ]
}
