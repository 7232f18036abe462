import Testing

@testable import Git

@Suite struct AddressTests {
  @Test(
    arguments: [
      [0, 1, 2, 3], [10, 0, 0, 1], [100, 64, 0, 1], [127, 0, 0, 1], [169, 254, 169, 254],
      [172, 16, 0, 1], [172, 31, 255, 255], [192, 168, 1, 1], [192, 0, 0, 8], [198, 18, 0, 1],
      [224, 0, 0, 1], [255, 255, 255, 255],
    ] as [[UInt8]])
  func `these IPv4 addresses are private`(bytes: [UInt8]) {
    #expect(Address.isPrivate4(bytes))
    #expect(Address.isPrivate6(Array(repeating: 0, count: 10) + [255, 255] + bytes))
  }

  @Test(
    arguments: [
      [1, 1, 1, 1], [100, 63, 0, 1], [100, 128, 0, 1], [140, 82, 121, 3], [172, 15, 0, 1],
      [172, 32, 0, 1], [192, 1, 0, 1], [198, 20, 0, 1], [223, 255, 255, 255],
    ] as [[UInt8]])
  func `these IPv4 addresses are public`(bytes: [UInt8]) {
    #expect(!Address.isPrivate4(bytes))
    #expect(!Address.isPrivate6(Array(repeating: 0, count: 10) + [255, 255] + bytes))
  }

  @Test(arguments: [0xfc, 0xfd, 0xff] as [UInt8])
  func `unique local and multicast IPv6 addresses are private`(first: UInt8) {
    #expect(Address.isPrivate6([first] + Array(repeating: 1, count: 15)))
  }

  @Test func `loopback and link-local IPv6 addresses are private, others not`() {
    #expect(Address.isPrivate6(Array(repeating: 0, count: 15) + [1]))
    #expect(Address.isPrivate6([0xfe, 0x80] + Array(repeating: 1, count: 14)))
    #expect(!Address.isPrivate6([0x26, 0x06, 0x50, 0xc0] + Array(repeating: 1, count: 12)))
  }
}
