package import Logging

/// How remotes may be reached: bounds, credentials and what the operator allows.
package struct Options: Sendable {
  /// A folder for bare caches, one per remote; several processes may share it.
  package var cache: String
  /// A folder of its own below `cache` for what others must not read; empty: none.
  package var partition: String
  /// How much of the caches is kept.
  package var bounds: CacheBounds
  /// How long one call may take, the queue for a thread included.
  package var deadline: Duration
  /// The largest file that `files` hands out, in bytes.
  package var fileLimit: Int
  /// The largest answer of a server over HTTP, in bytes.
  package var packLimit: Int
  /// What speaks HTTP; nil leaves that to libgit2, without redirects and with whole histories.
  package var transport: SmartTransport?
  /// The credential for a remote; asked once per connection, and never again after a refusal.
  package var credential: @Sendable (Remote) -> Credential?
  /// Whether a remote may be at a private, loopback or link-local address.
  package var allowsPrivate: @Sendable (Remote) -> Bool
  /// Whether such an address may be spoken to whatever it is called; it has four bytes or sixteen.
  package var allowsAddress: @Sendable (_ address: [UInt8]) -> Bool
  /// Whether a folder of this machine may be read as a remote.
  package var allowsLocal: @Sendable (_ path: String) -> Bool

  /// Refuses private hosts and local folders unless told otherwise.
  package init(
    cache: String, partition: String = "", bounds: CacheBounds = CacheBounds(),
    deadline: Duration = .seconds(60), fileLimit: Int = 16 << 20,
    packLimit: Int = 256 << 20, transport: SmartTransport? = nil,
    credential: @escaping @Sendable (Remote) -> Credential? = { _ in nil },
    allowsPrivate: @escaping @Sendable (Remote) -> Bool = { _ in false },
    allowsAddress: @escaping @Sendable (_ address: [UInt8]) -> Bool = { _ in false },
    allowsLocal: @escaping @Sendable (_ path: String) -> Bool = { _ in false }
  ) {
    self.cache = cache
    self.partition = partition
    self.bounds = bounds
    self.deadline = deadline
    self.fileLimit = fileLimit
    self.packLimit = packLimit
    self.transport = transport
    self.credential = credential
    self.allowsPrivate = allowsPrivate
    self.allowsAddress = allowsAddress
    self.allowsLocal = allowsLocal
  }
}

/// What proves to a git server who is asking.
package enum Credential: Sendable {
  /// A user with a password or token, over HTTP or SSH.
  case password(user: String, Secret)
  /// The agent that `SSH_AUTH_SOCK` names.
  case agent(user: String)
  /// A private key in a file; the public half is derived from it unless given.
  case key(user: String, file: String, publicFile: String?, passphrase: Secret?)
}
