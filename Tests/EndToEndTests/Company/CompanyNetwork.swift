import Foundation
import TestSupport
import Testing

/// A fake GitLab behind TLS, which only a proxy reaches: `https://fake.example.test`.
///
/// The server's certificate is signed by an authority of its own.
final class CompanyNetwork: Sendable {
  static let isPresent = FakeHost.isPresent && access("/usr/bin/openssl", X_OK) == 0

  let folder: Folder
  let secure: Int
  let proxy: String
  private let process: ChildProcess

  /// Starts it before a server on loopback.
  init(before url: String) async throws {
    let folder = try Folder()
    self.folder = folder
    try await Self.makeCertificates(in: folder)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/tunnel.py").path
    let port = url.split(separator: ":").last.map(String.init) ?? ""
    process = try ChildProcess(
      ["/usr/bin/env", "python3", script, folder.path, port],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""],
      output: folder.path + "/log", error: folder.path + "/errors")
    try await eventually { try folder.read("log").contains("PROXY") }
    let words = try folder.read("log").split(whereSeparator: \.isWhitespace)
    secure = try #require(Int(words[1]))
    proxy = "http://127.0.0.1:\(words[3])"
  }

  deinit { process.signal(SIGKILL) }

  /// The forge's address.
  var url: String { "https://lab.example.test:\(secure)" }

  /// The certificate of the authority.
  var authority: String { folder.path + "/ca.pem" }

  /// What the proxy was asked for, and the names of client certificates, each once.
  var log: Set<String> {
    Set(((try? folder.read("log")) ?? "").split(separator: "\n").dropFirst().map(String.init))
  }

  private static func makeCertificates(in folder: Folder) async throws {
    try folder.write("subjectAltName=DNS:lab.example.test\n", to: "names")
    try await openssl(
      "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=root -keyout ca.key -out ca.pem", folder)
    for name in ["server", "client"] {
      try await openssl(
        "req -newkey rsa:2048 -nodes -subj /CN=\(name) -keyout \(name).key -out \(name).csr",
        folder)
      try await openssl(
        "x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 "
          + "-extfile names -out \(name).pem", folder)
    }
  }

  private static func openssl(_ words: String, _ folder: Folder) async throws {
    let child = try ChildProcess(
      ["/usr/bin/openssl"] + words.split(separator: " ").map(String.init), in: folder.path,
      environment: [:], output: folder.path + "/openssl.out", error: folder.path + "/openssl.err")
    #expect(await child.end() == 0)
  }
}
