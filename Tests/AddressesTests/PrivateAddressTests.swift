import Addresses
import Libc
import Testing

/// Reads an address as the system does.
private func bytes(_ text: String) throws -> [UInt8] {
  let family = text.contains(":") ? AF_INET6 : AF_INET
  var bytes = [UInt8](repeating: 0, count: 16)
  try #require(inet_pton(family, text, &bytes) == 1)
  return Array(bytes.prefix(family == AF_INET ? 4 : 16))
}

@Suite struct `A private address` {
  @Test(arguments: [
    "0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
    "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1",
    "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1",
    "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::10.0.0.1",
    "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "2002:a9fe:a9fe::1",
    "3fff::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "4000::1",
  ])
  func `An address that means something nearby is private`(address: String) throws {
    #expect(PrivateAddress.contains(try bytes(address)))
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
    "126.255.255.255", "128.0.0.0", "140.82.112.3", "169.253.255.255", "172.15.255.255",
    "172.32.0.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
    "223.255.255.255", "2606:4700::6810:1", "2a04:4e42::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
    "2002:808:808::1", "2001:4860:4860::8888", "2400:cb00::1",
  ])
  func `An address of the open Internet is not`(address: String) throws {
    #expect(!PrivateAddress.contains(try bytes(address)))
  }

  @Test(arguments: [0, 3, 5, 15, 17])
  func `An invalid address counts as private`(length: Int) {
    #expect(PrivateAddress.contains([UInt8](repeating: 8, count: length)))
  }
}
