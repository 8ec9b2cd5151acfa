import Foundation
import Testing

@testable import Store

@Suite struct ChecksumTests {
  /// From the reference implementation of xxHash, 0.8.
  @Test(
    arguments: [
      (0, 0, 0xEF46_DB37_51D8_E999), (1, 0, 0xE934_A84A_DB05_2768), (3, 7, 0x5AB1_2304_78CA_6310),
      (4, 0, 0xFFCE_D860_4453_CC1E), (8, 0, 0x884A_1736_14B8_1B8D), (15, 1, 0xC60A_A959_76ED_0E4E),
      (31, 0, 0xC346_D2B5_9B4D_8EE1), (32, 0, 0xCBF5_9C51_16FF_32B4),
      (33, 0x9E37_79B1_85EB_CA87, 0x702E_2AA8_B967_40BD), (100, 0, 0x6AC1_E580_3216_6597),
      (365, 5, 0x3089_804D_E378_F350), (1000, 0, 0x6EF4_36B0_0EBA_4078),
    ] as [(Int, UInt64, UInt64)])
  func hashesAsTheReferenceDoes(count: Int, seed: UInt64, expected: UInt64) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let hash = unsafe bytes.withUnsafeBytes { unsafe Checksum.hash($0, seed: seed) }
    #expect(hash == expected)
  }
}
