internal import Libc

/// An nginx server on loopback: plain HTTP/1.1, and HTTP/2 over TLS with its own certificate.
///
/// It serves the files in its folder, initially `/1k` with 1,024 bytes.
package final class NginxServer: Sendable {
  /// Whether Debian's packages nginx and openssl are installed.
  package static let isInstalled =
    access("/usr/sbin/nginx", X_OK) == 0 && access("/usr/bin/openssl", X_OK) == 0

  /// The folder of its files.
  package let folder: String
  private let port: Int
  private let securePort: Int
  private let process: ChildProcess

  /// Starts the server and waits until it listens.
  package init() async throws {
    var template = Array("/tmp/martlet-nginx-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ChildProcess.Failure(code: errno) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    port = try FreePort.next()
    securePort = try FreePort.next()
    try await Self.makeCertificate(in: folder)
    write([UInt8](repeating: UInt8(ascii: "x"), count: 1024), to: "1k", in: folder)
    write(Array(Self.configuration(folder, port, securePort).utf8), to: "nginx.conf", in: folder)
    process = try ChildProcess(["/usr/sbin/nginx", "-p", folder, "-c", folder + "/nginx.conf"])
    try await waitUntilReady()
  }

  deinit {
    process.end(removing: folder)
  }

  /// The certificate to trust, in PEM format.
  package var certificate: String { folder + "/cert.pem" }

  /// Returns an address for HTTP/1.1.
  package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Returns an address for TLS, where HTTP/2 is offered.
  package func secureURL(_ path: String) -> String { "https://127.0.0.1:\(securePort)\(path)" }

  private static func makeCertificate(in folder: String) async throws {
    let made = try await ChildProcess([
      "/usr/bin/openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
      "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder + "/key.pem",
      "-out", folder + "/cert.pem",
    ]).end()
    guard made == 0 else { throw ChildProcess.Failure(code: made) }
  }

  private func waitUntilReady() async throws {
    while access(folder + "/nginx.pid", R_OK) != 0 {
      guard !process.hasEnded else { throw ChildProcess.Failure(code: await process.end()) }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private static func configuration(_ folder: String, _ port: Int, _ securePort: Int) -> String {
    """
    daemon off;
    user root;
    worker_processes 1;
    pid \(folder)/nginx.pid;
    error_log \(folder)/error.log;
    events { worker_connections 1024; }
    http {
      access_log off;
      keepalive_requests 1000000;
      client_body_temp_path \(folder)/body;
      proxy_temp_path \(folder)/proxy;
      fastcgi_temp_path \(folder)/fastcgi;
      uwsgi_temp_path \(folder)/uwsgi;
      scgi_temp_path \(folder)/scgi;
      server {
        listen 127.0.0.1:\(port);
        listen 127.0.0.1:\(securePort) ssl http2;
        ssl_certificate \(folder)/cert.pem;
        ssl_certificate_key \(folder)/key.pem;
        root \(folder);
        location = /protocol { return 200 "$server_protocol"; }
      }
    }
    """
  }
}

private func write(_ bytes: [UInt8], to name: String, in folder: String) {
  guard let stream = fopen(folder + "/" + name, "wb") else { return }
  fwrite(bytes, 1, bytes.count, stream)
  fclose(stream)
}
