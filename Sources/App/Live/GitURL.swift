import Configuration
import Ecosystem
import Git
import HTTP

extension OperatorFile {
  /// Returns the URL for a git remote: its mirror; or HTTP in place of SSH, if the configuration
  /// has a forge or a git server with a credential on its host; or the URL itself.
  ///
  /// The configuration has no SSH keys, and a token gives access to the same repository.
  func gitURL(of address: String) -> String {
    let mirror = mirrored(address)
    guard mirror == address, let remote = Remote(address), remote.transport == .ssh,
      let path = remote.path
    else { return mirror }
    let servers = registries.filter { $0.credential != nil && ($0.kind ?? .git) == .git }
    for url in forges.map(\.url) + servers.map(\.url) {
      guard let server = try? AbsoluteURL(url), server.origin.bareHost == remote.host else {
        continue
      }
      return mirrored("\(server.origin)/\(path)")
    }
    return mirror
  }
}
