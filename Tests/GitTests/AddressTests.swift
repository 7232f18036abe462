import Foundation
import Libc
import Synchronization
import Testing

@testable import Git

@Suite struct `The address of a git server` {
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
    let code = failure { () throws(GitError) in _ = try Address.addresses(of: remote, options) }
    #expect(code == .forbiddenAddress)
  }

  @Test func `a public address is not`() throws {
    let shop = try Workshop()
    let remote = try #require(Remote("https://140.82.121.3/acme/web.git"))
    let options = Options(cache: "\(shop.path)/cache")
    #expect(try Address.addresses(of: remote, options) == [[140, 82, 121, 3]])
  }

  /// A name server that answers with an allowed address first, and with another one from then on.
  private final class Rebinding: Sendable {
    private let count = Mutex(0)

    var lookUps: Int { count.withLock(\.self) }

    func addresses(of host: String) -> [[UInt8]]? {
      count.withLock { count in
        count += 1
        return count == 1 ? [[127, 0, 0, 2]] : [[127, 0, 0, 1]]
      }
    }
  }

  @Test(arguments: ["ssh://git@web.acme.dev:%/acme/web", "http://web.acme.dev:%/acme/web"])
  func `a name that changes its address reaches only what was checked`(
    address: String
  ) async throws {
    let server = try LoopbackServer(answer: nil)
    let names = Rebinding()
    let shop = try Workshop()
    var options = Options(cache: "\(shop.path)/cache")
    options.lookUp = { names.addresses(of: $0) }
    // Only the first one is allowed; the server listens at the second one.
    options.allowsAddress = { $0 == [127, 0, 0, 2] }
    let url = address.replacing("%", with: "\(server.port)")
    let remotes = Remotes(options)
    let code = await failure { () async throws(GitError) in try await remotes.references(url) }
    #expect(code != nil)
    #expect(names.lookUps == 1)
    #expect(server.connections == 0)
  }

  @Test func `SSH is spoken over the connection that was opened`() async throws {
    let server = try BannerServer()
    let shop = try Workshop()
    var options = Options(cache: "\(shop.path)/cache", allowsPrivate: { _ in true })
    options.lookUp = { _ in [[127, 0, 0, 1]] }
    let url = "ssh://git@web.acme.dev:\(server.port)/acme/web"
    let remotes = Remotes(options)
    let code = await failure { () async throws(GitError) in try await remotes.references(url) }
    #expect(code != nil)
    #expect(server.banner.hasPrefix("SSH-2.0-"))
  }
}

/// Accepts one connection and reads its first bytes.
private final class BannerServer: Sendable {
  let port: Int
  private let listener: Int32

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var socketAddress = sockaddr_in()
    socketAddress.sin_family = sa_family_t(AF_INET)
    socketAddress.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isOpen = withUnsafeMutablePointer(to: &socketAddress) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 1) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard isOpen else { throw POSIXError(.EADDRNOTAVAIL) }
    port = Int(UInt16(bigEndian: socketAddress.sin_port))
    Thread.detachNewThread { [received] in
      let connection = accept(listener, nil, nil)
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = recv(connection, &bytes, bytes.count, 0)
      received.text.withLock { $0 = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) }
      close(connection)
      close(listener)
    }
  }

  private final class Received: Sendable {
    let text = Mutex<String?>(nil)
  }

  private let received = Received()

  /// What the client sent first.
  var banner: String { received.text.withLock { $0 ?? "" } }
}
