import FoundationEssentials
import Git
import HTTP
import Logging

// What the hosts with access tokens do with a connection.

extension ForgeConnection {
  /// The access token.
  ///
  /// - Throws: `.noCredential` without a token: for an app, or without a credential.
  func token() throws(ForgeSetupError) -> Secret {
    guard case .token(let token)? = credential else { throw .noCredential }
    return token
  }

  /// The cache in which commits are built: a folder for temporary files if the caller names none.
  var objectCache: Git.Options {
    git ?? Git.Options(cache: FileManager.default.temporaryDirectory.path + "/martlet-git")
  }
}

extension HostClient {
  /// Sends a connection's requests with its access token.
  ///
  /// - Throws: `.noCredential` if the connection has no token.
  init(
    _ connection: ForgeConnection, at addresses: HostAddresses, as dialect: HostDialect,
    pacing: HostPacing
  ) throws(ForgeSetupError) {
    let wire = HostWire(
      addresses: addresses, dialect: dialect, client: connection.client, pacing: pacing,
      gate: connection.gate)
    self.init(wire, secrets: .token(try connection.token()))
  }
}
