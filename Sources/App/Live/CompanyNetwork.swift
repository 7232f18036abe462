import Configuration
import Ecosystem
import FileAccess
import Libc
import HTTP
import Logging

extension OperatorFile {
  /// The proxies of the file, or otherwise of the environment.
  ///
  /// - Throws: a `Problem` that names a variable without a valid URL.
  func effectiveProxy() throws(Problem) -> ProxySettings {
    if let proxy { return proxy }
    do throws(ProxyVariableError) {
      return try ProxySettings(environment: { environment($0) })
    } catch {
      throw Problem(
        .usage, "is not the URL of a proxy", subject: "the variable \(error.name)",
        advice: "write it as http://proxy.example:3128, or set 'proxy' in the operator's file")
    }
  }

  /// Returns the file of trusted certificates: `tls.ca-file`, or otherwise `SSL_CERT_FILE`; nil for
  /// the system's.
  ///
  /// - Throws: a `Problem` if the file can't be read.
  func trustedCertificates() throws(Problem) -> String? {
    let (name, path): (String, String)
    if let file = tls.authorities {
      (name, path) = ("tls.ca-file", file)
    } else if let file = environment("SSL_CERT_FILE"), !file.isEmpty {
      (name, path) = ("SSL_CERT_FILE", file)
    } else {
      return nil
    }
    guard access(path, R_OK) == 0 else {
      throw Problem(
        .usage, "the file of \(name) cannot be read: \(reason())", subject: path,
        advice: "name a PEM file of certificate authorities that martlet's user can read")
    }
    let text = (try? readFile(path, limit: 16 << 20)).map { String(decoding: $0, as: UTF8.self) }
    guard text?.contains("-----BEGIN CERTIFICATE-----") ?? true else {
      throw Problem(
        .usage, "the file of \(name) has no certificate in PEM", subject: path,
        advice: "convert it: openssl x509 -inform der -in FILE -out FILE.pem")
    }
    return path
  }

  /// The client certificates of registries by URL prefix.
  var clientCertificates: [String: ClientCertificate] {
    let pairs = registries.compactMap { registry -> (String, ClientCertificate)? in
      guard let certificate = registry.certificate, let key = registry.certificateKey else {
        return nil
      }
      return (registry.url, ClientCertificate(certificate: certificate, key: key))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The URL of the state's server, with `tls.ca-file` if the URL verifies the server's certificate
  /// and names no file itself.
  func serverURL(_ url: Secret) -> Secret {
    let text = url.reveal()
    guard let file = tls.authorities, text.contains("sslmode=verify-"),
      !text.contains("sslrootcert=")
    else { return url }
    let escaped = file.utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || "-._~/".utf8.contains(byte)
      return isPlain ? String(Unicode.Scalar(byte)) : "%" + hexadecimal(byte)
    }
    return Secret("\(text)&sslrootcert=\(escaped.joined())")
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0\(digits)" : digits
  }
}

extension Proxies {
  /// Converts the operator's settings.
  init(_ settings: OperatorFile) throws(Problem) {
    let proxy = try settings.effectiveProxy()
    self.init(http: proxy.http, https: proxy.https, exceptions: proxy.noProxy)
  }
}
