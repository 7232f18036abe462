import Addresses
import Glibc

/// Checks whether a remote is at a public address.
enum Address {
  /// Throws an error if the host has a private address that is not allowed, or if a local folder is
  /// missing.
  ///
  /// libgit2 resolves the name again when it connects. A DNS server that returns another address
  /// then is not stopped here; use a network policy against it.
  static func check(_ remote: Remote, _ options: Options) throws(GitError) {
    if let folder = remote.folder {
      guard access(folder, F_OK) == 0 else { throw GitError(.notFound, place: folder) }
      return
    }
    guard !options.allowsPrivate(remote) else { return }
    guard let addresses = HostLookup.addresses(of: remote.host), !addresses.isEmpty else {
      throw GitError(.unreachable, place: "\(remote)", detail: "the host name does not resolve")
    }
    for address in addresses {
      guard PrivateAddress.contains(address), !options.allowsAddress(address) else { continue }
      throw GitError(.forbiddenAddress, place: "\(remote)", detail: "a private address")
    }
  }
}
