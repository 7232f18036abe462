import Testing

@testable import Git

@Suite struct AddressTests {
  /// 6to4, Teredo and documentation addresses lead to private networks or nowhere.
  @Test(arguments: [
    "127.0.0.1", "127.1", "2130706433", "0x7f000001", "169.254.169.254", "192.0.2.1",
    "198.51.100.1", "203.0.113.1", "192.88.99.1", "[2002:7f00:1::]", "[2001::1]",
    "[2001:db8::1]", "[3fff::1]", "[::ffff:10.0.0.1]", "[64:ff9b::a00:1]",
  ])
  func `a private address is refused before a connection`(host: String) throws {
    let shop = try Workshop()
    let options = Options(cache: "\(shop.path)/cache")
    let remote = try #require(Remote("https://\(host)/acme/web.git"))
    let code = failure { () throws(GitError) in try Address.check(remote, options) }
    #expect(code == .forbiddenAddress)
  }

  @Test func `a public address is not`() throws {
    let shop = try Workshop()
    let remote = try #require(Remote("https://140.82.121.3/acme/web.git"))
    try Address.check(remote, Options(cache: "\(shop.path)/cache"))
  }
}
