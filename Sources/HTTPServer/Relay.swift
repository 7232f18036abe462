import CMicrohttpd
import Libc
import Synchronization

/// Passes the bytes of clients to the library and its responses back, on a separate thread.
///
/// Each connection has two sockets: the client's, and one end of a pair whose other end the library
/// has. `RequestFraming` sees each byte before the library does.
final class Relay: Sendable {
  private struct Inbox {
    var links: [RelayLink] = []
    var isEnding = false
  }

  private let options: ServerOptions
  private let inbox = Mutex(Inbox())
  /// Two connected sockets that wake the thread.
  private let bell: (read: Int32, write: Int32)
  private let hasEnded = Latch()

  init(_ options: ServerOptions) throws(ServerError) {
    self.options = options
    guard let bell = Self.socketPair() else { throw .cannotStart }
    self.bell = bell
    for end in [bell.read, bell.write] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    requireThread { [self] in
      run()
      hasEnded.open()
    }
  }

  /// Takes over a client's socket, and returns the socket for the library; nil if no descriptors are
  /// left.
  func connect(_ client: Int32) -> Int32? {
    guard let pair = Self.socketPair() else { return nil }
    for end in [client, pair.read] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    var on: Int32 = 1
    setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    let link = RelayLink(client: client, library: pair.read, options)
    inbox.withLock { inbox in
      inbox.links.append(link)
      wake()
    }
    return pair.write
  }

  private static func socketPair() -> (read: Int32, write: Int32)? {
    var pair: [Int32] = [-1, -1]
    let kind = Socket.stream | Socket.closeOnExec
    return socketpair(AF_UNIX, kind, 0, &pair) == 0 ? (pair[0], pair[1]) : nil
  }

  /// Sends what the library has sent, and ends the thread; the library must have closed its sockets.
  func end() {
    inbox.withLock { inbox in
      inbox.isEnding = true
      wake()
    }
    hasEnded.wait()
  }

  /// Wakes the thread; requires the lock, because the thread closes the bell when it has seen the end.
  private func wake() {
    var byte: UInt8 = 1
    _ = write(bell.write, &byte, 1)
  }

  private func run() {
    var links: [RelayLink] = []
    while true {
      let isEnding = inbox.withLock { inbox in
        links += inbox.links
        inbox.links = []
        return inbox.isEnding
      }
      if isEnding {
        for index in links.indices { links[index].endLibrary() }
        links.removeAll { $0.closeIfDone() }
        if links.isEmpty { break }
      }
      wait(for: &links)
      let now = ContinuousClock.now
      for index in links.indices { links[index].enforceLimits(at: now) }
      links.removeAll { $0.closeIfDone() }
    }
    close(bell.read)
    close(bell.write)
  }

  /// Waits until a socket is ready, at most a quarter of a second, and moves bytes.
  private func wait(for links: inout [RelayLink]) {
    var polled = [pollfd(fd: bell.read, events: Int16(POLLIN), revents: 0)]
    for link in links { polled += link.polled }
    let isAnyTimed = links.contains(where: \.isTimed)
    guard poll(&polled, nfds_t(polled.count), isAnyTimed ? 250 : 60_000) > 0 else { return }
    if polled[0].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 64)
      _ = read(bell.read, &bytes, bytes.count)
    }
    for index in links.indices {
      links[index].move(
        client: polled[1 + 2 * index].revents, library: polled[2 + 2 * index].revents)
    }
  }
}
