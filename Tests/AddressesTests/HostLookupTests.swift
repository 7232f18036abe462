import Addresses
import Testing

@Suite
struct `A lookup of a host` {
  @Test("addresses in numbers have their bytes, once each")
  func numbers() {
    #expect(HostLookup.addresses(of: "192.0.2.7") == [[192, 0, 2, 7]])
    #expect(HostLookup.addresses(of: "::1") == [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]])
    // Spellings that the C library accepts have the address that they mean.
    #expect(HostLookup.addresses(of: "127.1") == [[127, 0, 0, 1]])
    #expect(HostLookup.addresses(of: "2130706433") == [[127, 0, 0, 1]])
  }

  @Test("a name that can't exist has no addresses")
  func unknown() {
    #expect(HostLookup.addresses(of: "name.invalid") == nil)
    #expect(HostLookup.addresses(of: "") == nil)
  }
}
