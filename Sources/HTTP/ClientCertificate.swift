/// A certificate by which a client proves its identity in the TLS handshake.
package struct ClientCertificate: Hashable, Sendable {
  /// The path of the certificate in PEM, followed by those of its issuers.
  package var certificate: String
  /// The path of the private key in PEM, without a passphrase.
  package var key: String

  /// Names the files, which are read when a connection is made.
  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}
