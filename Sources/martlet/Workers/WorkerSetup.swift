import Arguments
import Configuration
import Ecosystem
import Glibc
import Logging
import Synchronization
import Text

/// What a worker has to know before its first visit; goes over its standard input, since others see
/// arguments and environment.
///
/// The operator's file goes as text, together with what its placeholders stood for when the parent
/// read it, so that parent and worker read the same.
struct WorkerSetup: Codable, Sendable {
  /// The parent's own words, which say how to log.
  var words: [String]
  /// What messages call the operator's file.
  var path: String
  /// Its text.
  var text: [UInt8]
  /// Secrets of the environment by name, as far as the file has placeholders for them.
  var variables: [String: String] = [:]
  /// Secrets of files by path, likewise.
  var files: [String: String] = [:]
  /// Variables that libraries look for, such as `HOME` and `SSL_CERT_FILE`.
  var inherited: [String: String] = [:]
  /// Where the state is, which a reload of the file does not change.
  var state: String
  /// Seconds after which a repository is looked at in any case, likewise.
  var sweep: Int
  /// Seconds that a visit may take, likewise.
  var visit: Int
  /// Seconds of CPU time of a visit.
  var cpu: Int64
  /// Bytes of memory.
  var memory: Int

  /// Bytes that may be mapped: above what may be used, since mapped is not yet used.
  var memoryCeiling: Int { memory + max(256 << 20, memory / 2) }
}

extension WorkerSetup {
  /// Takes over what the parent has read.
  ///
  /// - Parameters:
  ///   - recorded: the file as it is now.
  ///   - first: the file as it was when the parent began, whose state and spans of time count.
  init(_ recorded: RecordedFile, first: OperatorFile) {
    let limits = recorded.file.limits
    words = Array(CommandLine.arguments.dropFirst())
    path = recorded.source.file
    text = recorded.source.bytes
    variables = recorded.variables
    files = recorded.files
    inherited = Self.collect()
    state = first.state.text.reveal()
    sweep = first.service.sweep.seconds
    visit = first.service.visit.seconds
    cpu = Int64(limits.cpu.seconds)
    memory = limits.memory.bytes
  }

  /// The parent's words, read as it read them.
  func invocation() throws(Problem) -> Invocation {
    guard case .run(let invocation)? = try? grammar.parse(words) else {
      throw Problem(.failed, "the words of the parent are not understood")
    }
    return invocation
  }

  /// Reads the operator's file as the parent did.
  func settings() throws(Problem) -> OperatorFile {
    let placeholders = Placeholders.resolved(
      environment: { [variables] in variables[$0] }, file: { [files] in files[$0] })
    let decoded = OperatorFile.read(
      SourceText(file: path, bytes: text), ecosystems: servedEcosystems,
      placeholders: placeholders)
    guard var file = decoded.value else { throw Problem(configuration: decoded.findings) }
    file.state = StateLocation(state) ?? file.state
    file.service.sweep = TimeSpan(seconds: sweep)
    file.service.visit = TimeSpan(seconds: visit)
    return file
  }

  /// Gives libraries the variables that they look for; called before there are other threads.
  func enterEnvironment() {
    for (name, value) in inherited { setenv(name, value, 1) }
  }

  private static let names = [
    "HOME", "XDG_CACHE_HOME", "TMPDIR", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR", "HTTP_PROXY",
    "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy",
    // libpq (PostgreSQL's documentation, section "Environment Variables")
    "PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGUSER", "PGPASSWORD", "PGPASSFILE",
    "PGREQUIREAUTH", "PGCHANNELBINDING", "PGSERVICE", "PGSERVICEFILE", "PGOPTIONS", "PGAPPNAME",
    "PGSSLMODE", "PGSSLCERT", "PGSSLKEY", "PGSSLROOTCERT", "PGSSLCRL", "PGSSLCRLDIR",
    "PGKRBSRVNAME",
    "PGGSSENCMODE", "PGGSSLIB", "PGCONNECT_TIMEOUT", "PGTARGETSESSIONATTRS", "PGSYSCONFDIR",
  ]

  private static func collect() -> [String: String] {
    #if DEBUG
      let names = names + [Misbehaviour.variable]
    #endif
    let known = names.compactMap { name in environment(name).map { (name, $0) } }
    return Dictionary(known) { first, _ in first }
  }
}

/// The operator's file with what its placeholders stood for.
struct RecordedFile: Sendable {
  var file: OperatorFile
  var source: SourceText
  var variables: [String: String]
  var files: [String: String]
}

extension RecordedFile {
  /// Reads the operator's file that the words or `MARTLET_CONFIG` name; nil without one.
  static func named(
    by invocation: Invocation, warn: (String) -> Void
  ) throws(Problem) -> RecordedFile? {
    guard let path = invocation.value("config") ?? environment("MARTLET_CONFIG") else { return nil }
    let source = try OperatorFile.source(path)
    let seen = Mutex((variables: [String: String](), files: [String: String]()))
    guard case .resolved(let lookUp, let read) = Placeholders.live else { return nil }
    // Called while the file is read, and not afterwards.
    let decoded = OperatorFile.read(
      source, ecosystems: servedEcosystems,
      placeholders: .resolved(
        environment: { name in
          let value = lookUp(name)
          seen.withLock { $0.variables[name] = value }
          return value
        },
        file: { path in
          let value = read(path)
          seen.withLock { $0.files[path] = value }
          return value
        }))
    for finding in decoded.findings where finding.severity != .error { warn("\(finding)") }
    guard let file = decoded.value else { throw Problem(configuration: decoded.findings) }
    let (variables, files) = seen.withLock { $0 }
    return RecordedFile(file: file, source: source, variables: variables, files: files)
  }
}
