import Configuration
import Git
import HTTP

extension OperatorFile {
  /// Where a remote of git's is asked for: at its mirror; else by HTTP where it is named by SSH and
  /// the operator's file has a forge or a git server with a credential at its host; else where it is.
  ///
  /// The operator's file has no keys for SSH, and a token opens the same repository.
  func place(of address: String) -> String {
    let place = mirrored(address)
    guard place == address, let remote = Remote(address), remote.transport == .ssh,
      let path = remote.path
    else { return place }
    let servers = registries.filter { $0.credential != nil && ($0.kind ?? .git) == .git }
    for url in forges.map(\.url) + servers.map(\.url) {
      guard let server = try? AbsoluteURL(url), server.origin.bareHost == remote.host else {
        continue
      }
      return mirrored("\(server.origin)/\(path)")
    }
    return place
  }
}
