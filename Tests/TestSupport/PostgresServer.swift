import Libc
package import Testing

/// A PostgreSQL server in a temporary folder, with a socket there and a loopback port.
///
/// It ends with this process at the latest. On the socket all users are trusted. Over TCP the role
/// `guest` needs a password, with TLS if openssl is installed to create a certificate.
package final class PostgresServer: Sendable {
  /// The folder of Debian's programs; nil if the package postgresql is not installed.
  package static let programs: String? = {
    let versions = names(in: "/usr/lib/postgresql").compactMap(Int.init).sorted()
    let folders = versions.map { "/usr/lib/postgresql/\($0)/bin" }
    return folders.last { access($0 + "/postgres", X_OK) == 0 && access($0 + "/initdb", X_OK) == 0 }
  }()

  /// The reason why tests that need PostgreSQL are skipped.
  package static let absence: Comment = "PostgreSQL is not installed: apt install postgresql"

  /// The server shared by the tests; each uses its own schema.
  package static let shared = Task { try await PostgresServer() }

  /// The password of `guest` over TCP.
  package static let password = "p@ss/w:rd%secret"

  /// The folder of the cluster, the socket and the log; removed with the server.
  package let folder: String
  /// The port on 127.0.0.1.
  ///
  /// It supports TLS if a certificate could be created.
  package let port: Int
  private let program: KeptProgram

  /// Creates a cluster and starts a server for it.
  package init() async throws {
    guard let programs = Self.programs else { throw ChildProcess.Failure(code: ENOENT) }
    var template = Array("/tmp/martlet-postgres-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ChildProcess.Failure(code: errno) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    port = try FreePort.next()
    let prefix = try await Self.unprivileged(owning: folder)
    try await Self.run(
      prefix + [
        programs + "/initdb", "-D", folder + "/data", "-A", "trust", "-U", "martlet", "-E", "UTF8",
        "--locale=C", "--no-sync",
      ])
    try await Self.configure(folder, port, prefix)
    program = try KeptProgram(
      [
        "/bin/sh", "-c",
        #"trap : TERM INT HUP; "$@" >"$0/log" 2>&1 & p=$!; read x; kill -INT $p; wait $p; rm -rf "$0""#,
        folder,
      ] + prefix + [programs + "/postgres", "-D", folder + "/data"])
    try await waitUntilReady(programs)
    try await psql("CREATE ROLE guest LOGIN PASSWORD '\(Self.password)'")
  }

  deinit {
    program.end()
  }

  /// Returns a URL of the trusted superuser on the socket, with a new empty schema.
  package func fresh() async throws -> String {
    let schema = "s\(UInt64.random(in: 0 ... .max))"
    try await psql("CREATE SCHEMA \(schema)")
    return url(schema: schema)
  }

  /// Returns a URL of the trusted superuser; by default on the socket.
  package func url(schema: String = "public", port: Int? = nil) -> String {
    let host = port == nil ? folder.replacing("/", with: "%2F") : "127.0.0.1"
    return "postgres://martlet@\(host):\(port ?? self.port)/postgres"
      + "?options=-csearch_path%3D\(schema)"
  }

  /// Runs SQL as the superuser and returns one line per cell.
  @discardableResult
  package func psql(_ sql: String) async throws -> String {
    let output = folder + "/psql-\(UInt64.random(in: 0 ... .max))"
    defer { unlink(output) }
    try await Self.run(
      [
        "/usr/bin/psql", "-h", folder, "-p", "\(port)", "-U", "martlet", "-d", "postgres", "-X",
        "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql,
      ], output: output)
    return text(of: output)
  }

  /// Closes all connections except the one for this command.
  package func disconnectAll() async throws {
    try await psql(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'
      """)
  }

  /// Returns the command prefix that drops root privileges, because PostgreSQL refuses to run as
  /// root.
  private static func unprivileged(owning folder: String) async throws -> [String] {
    guard getuid() == 0 else { return [] }
    try await run(["/bin/chown", "postgres:postgres", folder])
    // Its socket is in there, and workers of root have no right to enter a private folder of others.
    try await run(["/bin/chmod", "711", folder])
    return ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
  }

  private static func configure(_ folder: String, _ port: Int, _ prefix: [String])
    async throws
  {
    let data = folder + "/data"
    let isTLS = (try? await makeCertificate(in: data, prefix)) != nil
    append(
      """

      listen_addresses = '127.0.0.1'
      port = \(port)
      unix_socket_directories = '\(folder)'
      ssl = \(isTLS ? "on" : "off")
      max_connections = 400
      fsync = off

      """, to: data + "/postgresql.conf")
    append(
      "host all martlet 127.0.0.1/32 trust\nhost all guest 127.0.0.1/32 scram-sha-256\n",
      to: data + "/pg_hba.conf.new")
    append("local all all trust\n", to: data + "/pg_hba.conf.new")
    rename(data + "/pg_hba.conf.new", data + "/pg_hba.conf")
    chmod(data + "/pg_hba.conf", 0o644)
  }

  private static func makeCertificate(in data: String, _ prefix: [String]) async throws {
    try await run(
      prefix + [
        "/usr/bin/openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
        "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", data + "/server.key",
        "-out", data + "/server.crt",
      ])
    chmod(data + "/server.key", 0o600)
  }

  private func waitUntilReady(_ programs: String) async throws {
    let words = [programs + "/pg_isready", "-q", "-h", folder, "-p", "\(port)"]
    // About 90 seconds on an idle machine.
    for _ in 0..<1_800 {
      if try await ChildProcess(words).end() == 0 { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw ChildProcess.Failure(code: ETIMEDOUT)
  }

  private static func run(
    _ words: [String], output: String = "/dev/null"
  ) async throws {
    let code = try await ChildProcess(words, output: output).end()
    guard code == 0 else { throw ChildProcess.Failure(code: code) }
  }
}

private func append(_ text: String, to path: String) {
  guard let stream = fopen(path, "a") else { return }
  fputs(text, stream)
  fclose(stream)
}

private func text(of path: String) -> String {
  guard let stream = fopen(path, "r") else { return "" }
  defer { fclose(stream) }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let count = fread(&bytes, 1, bytes.count, stream)
  let text = String(decoding: bytes.prefix(count), as: UTF8.self)
  return String(text.reversed().drop { $0.isNewline }.reversed())
}

private func names(in path: String) -> [String] {
  guard let folder = opendir(path) else { return [] }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    names.append(
      withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      })
  }
  return names
}
