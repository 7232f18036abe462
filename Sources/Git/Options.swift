import Addresses
package import Logging

/// Limits, credentials and permissions for access to remotes.
package struct Options: Sendable {
  /// The folder for bare cache repositories, one per remote; several processes can share it.
  package var cache: String
  /// A subfolder of `cache` that separates private data from other data; empty for none.
  package var partition: String
  /// The size and age limits of the caches.
  package var bounds: CacheBounds
  /// The maximum duration of a call, including the wait for a thread.
  package var deadline: Duration
  /// The maximum size of a file that `files` returns, in bytes.
  package var fileLimit: Int
  /// The maximum size of all files together that `files` returns, in bytes.
  package var contentLimit = 128 << 20
  /// How much the paths of a tree may take that `files` reads, in bytes: about 900,000 files.
  package var treeLimit = 128 << 20
  /// The maximum size of an HTTP response, in bytes.
  package var packLimit: Int
  /// The HTTP client; nil uses libgit2, without redirects and with complete histories.
  package var transport: SmartTransport?
  /// Returns the URL of the proxy for a remote at HTTP; used by libgit2, not by `transport`.
  package var proxy: @Sendable (Remote) -> Secret? = { _ in nil }
  /// A PEM file of trusted certificates for libgit2; nil for `SSL_CERT_FILE` or the system's.
  ///
  /// The first value is used for the whole process.
  package var certificates: String?
  /// Returns the addresses of a host, each with 4 or 16 bytes; nil if the name doesn't resolve.
  ///
  /// The library connects to them and resolves no name itself.
  package var lookUp: @Sendable (_ host: String) -> [[UInt8]]? = { HostLookup.addresses(of: $0) }
  /// Returns the credential for a remote; called once per connection, and not again after a
  /// rejection.
  package var credential: @Sendable (Remote) -> Credential?
  /// Returns whether a remote may be at a private, loopback or link-local address.
  package var allowsPrivate: @Sendable (Remote) -> Bool
  /// Returns whether such an address is allowed for any host name; it has 4 or 16 bytes.
  package var allowsAddress: @Sendable (_ address: [UInt8]) -> Bool
  /// Whether this process has no network of its own, and reaches remotes only by `transport`.
  package var isOffline = false
  /// Returns whether a local folder may be read as a remote.
  package var allowsLocal: @Sendable (_ path: String) -> Bool

  /// Creates options that by default refuse private hosts and local folders.
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

/// A credential for a git server.
package enum Credential: Sendable {
  /// A user with a password or token, for HTTP or SSH.
  case password(user: String, Secret)
  /// A token for HTTP, which is sent as `Bearer` without a user.
  case bearer(Secret)
  /// The SSH agent in `SSH_AUTH_SOCK`.
  case agent(user: String)
  /// A private key file; the public key is derived from it unless given.
  case key(user: String, file: String, publicFile: String?, passphrase: Secret?)
}
