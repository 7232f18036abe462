internal import CPQ
internal import Dispatch
internal import Libc

/// Listens for notifications on a separate connection that blocks no thread.
actor PostgresListener {
  /// The SQL expression for the channel's name, which differs for each schema of a database.
  static let channel = "'martlet_' || md5(current_schema())"

  private let executor = QueueExecutor(label: "martlet.postgres.listener")
  private let address: PostgresAddress
  private let body: @Sendable () -> Void
  private var link: PostgresLink?
  private var source: (any DispatchSourceRead)?
  private var failures = 0
  private var isStopped = false

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  init(_ address: PostgresAddress, _ body: @escaping @Sendable () -> Void) {
    self.address = address
    self.body = body
  }

  isolated deinit {
    source?.cancel()
  }

  /// Connects and listens.
  ///
  /// After a failure, retries later without a limit.
  func start() {
    guard !isStopped else { return }
    do {
      let link = try PostgresLink(address)
      let name: String? = try link.execute("SELECT \(Self.channel) AS name", []).first?["name"]
      _ = try link.command("LISTEN \(name ?? "martlet")")
      self.link = link
      failures = 0
      watch(link)
      // Notifications sent while no connection was listening are not repeated.
      body()
    } catch {
      restart()
    }
  }

  func stop() {
    isStopped = true
    drop()
  }

  private func watch(_ link: PostgresLink) {
    let source = DispatchSource.makeReadSource(
      fileDescriptor: PQsocket(link.pointer), queue: executor.queue)
    source.setEventHandler { [weak self] in self?.assumeIsolated { $0.receive() } }
    // The socket belongs to the link, which has to live until the source is cancelled.
    source.setCancelHandler { withExtendedLifetime(link) {} }
    source.resume()
    self.source = source
  }

  /// Consumes all input, including an end of the connection that arrived with it, since there is no
  /// second event for that.
  private func receive() {
    guard let link else { return }
    var isAnnounced = false
    repeat {
      guard PQconsumeInput(link.pointer) == 1 else { return restart() }
      while let announcement = PQnotifies(link.pointer) {
        PQfreemem(announcement)
        isAnnounced = true
      }
    } while isReadable(PQsocket(link.pointer))
    if isAnnounced { body() }
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var socket = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&socket, 1, 0) > 0
  }

  private func restart() {
    drop()
    failures += 1
    let seconds = min(1 << min(failures, 5), 30)
    executor.queue.asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in
      self?.assumeIsolated { $0.start() }
    }
  }

  private func drop() {
    source?.cancel()
    source = nil
    link = nil
  }
}
