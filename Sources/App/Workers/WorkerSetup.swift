import Arguments
import Configuration
import Ecosystem
import Forges
import Libc
import Logging
import Service
import Synchronization
import Text
import Time
import Workers

/// The first message to a worker, sent over its standard input, since other users can read arguments.
///
/// It contains the text of the operator's file and the values of its placeholders as the parent read
/// them, so that parent and worker have the same settings.
struct WorkerSetup: Codable, Sendable {
  /// The parent's arguments, which select the log format.
  var arguments: [String]
  /// The path of the operator's file, for messages.
  var path: String
  /// The content of the operator's file.
  var text: [UInt8]
  /// The values of `${env:NAME}` in the file, by name.
  var variables: [String: String] = [:]
  /// The values of `${file:PATH}` in the file, by path.
  var files: [String: String] = [:]
  /// Environment variables that libraries read, such as `HOME` and `SSL_CERT_FILE`.
  var inherited: [String: String] = [:]
  /// `service.sweep` in seconds, which a reload doesn't change.
  var sweep: Int
  /// `service.visit` in seconds, which a reload doesn't change.
  var visit: Int
  /// The options of a `run`; nil in the service.
  var options: RunOptions?
  /// The author of signed commits; nil: the account of the credential.
  var signing: SigningIdentity?
  /// `limits.cpu` in seconds.
  var cpu: Int64
  /// `limits.memory` in bytes.
  var memory: Int
  /// The folder for caches, which exists.
  var cache: String
  /// The files and folders that the worker may open.
  var access: Confinement.Access

  /// The limit for mapped memory in bytes; higher than `memory`, because not all of it is used.
  var memoryCeiling: Int { memory + max(256 << 20, memory / 2) }
}

extension WorkerSetup {
  /// Creates a message from the parent's settings.
  ///
  /// - Parameters:
  ///   - recorded: the current file.
  ///   - first: the file at the parent's start, whose state and intervals are used.
  ///   - options: the options of a `run`; nil in the service.
  /// - Throws: a `Problem` if a secret can't be kept from the worker.
  init(
    _ recorded: RecordedFile, first: OperatorFile, with options: RunOptions? = nil
  ) throws(Problem) {
    let sealed = try SealedFile(recorded)
    let limits = recorded.file.limits
    self.options = options
    let signer = try recorded.file.commitSigner(now: WallClock.wholeSeconds.now)
    signing = signer?.author.map { SigningIdentity(name: $0.name, email: $0.email) }
    arguments = Array(CommandLine.arguments.dropFirst())
    path = recorded.source.file
    text = sealed.text
    variables = sealed.variables
    files = sealed.files
    inherited = Self.collect()
    sweep = first.service.sweep.seconds
    visit = first.service.visit.seconds
    cpu = Int64(limits.cpu.seconds)
    memory = limits.memory.bytes
    cache = Live.madeCacheFolder(recorded.file)
    access = Confinement.Access(recorded.file, cache: cache)
  }

  /// Returns the message to a worker for the repositories of an owner.
  ///
  /// The worker can open the owner's caches only, so that one that an owner's repository took over
  /// changes nothing that others read.
  ///
  /// - Parameter owner: `RepositoryID.ownerKey`.
  /// - Returns: the message with the owner's folder.
  func restricted(to owner: String) -> WorkerSetup {
    var setup = self
    setup.cache = Live.ownersCacheFolder(of: owner, in: cache)
    setup.access.writable = setup.access.writable.map { $0 == cache ? setup.cache : $0 }
    return setup
  }

  /// Parses the parent's arguments.
  func invocation() throws(Problem) -> Invocation {
    guard case .run(let invocation)? = try? grammar.parse(arguments) else {
      throw Problem(.failed, "the parent's arguments cannot be parsed")
    }
    return invocation
  }

  /// Parses the operator's file.
  func settings() throws(Problem) -> OperatorFile {
    let placeholders = Placeholders.resolved(
      environment: { [variables] in variables[$0] }, file: { [files] in files[$0] })
    let decoded = OperatorFile.read(
      SourceText(file: path, bytes: text), ecosystems: servedEcosystems,
      placeholders: placeholders)
    guard var file = decoded.value else { throw Problem(configuration: decoded.findings) }
    file.cache = cache
    file = file.inWorker()
    file.service.sweep = TimeSpan(seconds: sweep)
    file.service.visit = TimeSpan(seconds: visit)
    return file
  }

  /// Sets the environment variables of libraries; called before other threads start.
  func enterEnvironment() {
    for (name, value) in inherited { setenv(name, value, 1) }
  }

  private static let names = [
    "HOME", "XDG_CACHE_HOME", "TMPDIR", "TZ",
  ]

  private static func collect() -> [String: String] {
    var names = names
    #if DEBUG
      names += [Misbehaviour.variable, Attack.victim]
      let parent = [(Attack.variable, "\(getpid())")]
    #else
      let parent: [(String, String)] = []
    #endif
    let known = parent + names.compactMap { name in environment(name).map { (name, $0) } }
    return Dictionary(known) { first, _ in first }
  }
}

/// The operator's file with the values of its placeholders.
struct RecordedFile: Sendable {
  var file: OperatorFile
  var source: SourceText
  var variables: [String: String]
  var files: [String: String]
}

extension RecordedFile {
  /// Reads the operator's file (`OperatorFile.path`); nil without one.
  static func named(
    by invocation: Invocation, warn: (String) -> Void
  ) throws(Problem) -> RecordedFile? {
    guard let path = OperatorFile.path(for: invocation) else { return nil }
    let source = try OperatorFile.source(path)
    let seen = Mutex((variables: [String: String](), files: [String: String]()))
    guard case .resolved(let lookUp, let read) = Placeholders.live else { return nil }
    // The closures are called only while the file is read.
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
