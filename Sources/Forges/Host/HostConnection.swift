import FoundationEssentials
import Git
import HTTP
import Logging

// What the hosts with access tokens do with a connection.

extension ForgeConnection {
  /// Sends requests with the connection's own credential, if it holds one.
  ///
  /// - Parameter keys: provides the credential of this kind of forge.
  /// - Returns: the client for the forge's requests.
  /// - Throws: `.noCredential` without any credential.
  func authorizedClient(
    _ keys: (ForgeConnection) throws(ForgeSetupError) -> ForgeKeys?
  ) throws(ForgeSetupError) -> HTTP.Client {
    guard let credential else { throw .noCredential }
    if case .migrationHint = credential { return client }
    guard let keys = try keys(self) else { throw .noCredential }
    return client.authorized(by: CredentialSource(keys, of: name))
  }

  /// The provider of an access token; nil for an app, or without a credential.
  func tokenKeys(
    as header: @escaping @Sendable (_ token: Secret, _ isGit: Bool) -> Secret
  ) -> ForgeKeys? {
    guard case .token(let token)? = credential else { return nil }
    return ForgeKeys(token: token, as: header)
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
    pacing: HostPacing,
    header: @escaping @Sendable (_ token: Secret, _ isGit: Bool) -> Secret
  ) throws(ForgeSetupError) {
    let client = try connection.authorizedClient { connection throws(ForgeSetupError) in
      connection.tokenKeys(as: header)
    }
    var wire = HostWire(
      name: connection.name, addresses: addresses, dialect: dialect, client: client,
      pacing: pacing.sharing(connection.sharedPace), limiter: connection.limiter)
    wire.signer = connection.signer
    self.init(wire)
  }
}
