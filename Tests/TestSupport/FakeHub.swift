import FoundationEssentials
import Glibc
import Synchronization
package import HTTP
package import JSON
import Testing

/// The shared fake GitHub, started once for all tests where `MARTLET_SHARED` points to it.
package struct FakeHub: Sendable {
  /// Why the fake could not be had.
  package struct Failure: Error {
    /// What the fake answered, or why it cannot be started.
    package var words: String

    /// Says it in words.
    package init(words: String) { self.words = words }
  }

  /// The kits of oracles, if they are at hand.
  package static let folder = ProcessInfo.processInfo.environment["MARTLET_SHARED"]
  /// Whether the fake can be started.
  package static var isPresent: Bool {
    folder.map { access("\($0)/fakehub/run.sh", X_OK) == 0 } ?? false
  }

  /// One for each file of tests, started on first use; suites run side by side.
  ///
  /// Each ends with this process, whose end closes its standard input.
  private static let started = Mutex<[String: Task<FakeHub, any Error>]>([:])
  /// Sends requests to it.
  package static let live = HTTP.Client.live(LiveOptions(allowsPrivate: { _ in true }))

  /// On 127.0.0.1.
  package let port: Int
  /// Without a slash at its end: `http://127.0.0.1:24680`.
  package var url: String { "http://127.0.0.1:\(port)" }
  /// Its files, the App's key among them.
  package let data: String

  /// Starts the one of a file of tests, or empties it where it runs.
  package static func fresh(for file: String = #fileID) async throws -> FakeHub {
    let starting = started.withLock { hubs in
      if let hub = hubs[file] { return hub }
      let hub = Task { try await FakeHub() }
      hubs[file] = hub
      return hub
    }
    let hub = try await starting.value
    try await hub.control("faults", method: .delete)
    try await hub.control("reset", [:])
    return hub
  }

  private init() async throws {
    // Its first start installs what it needs; two at a time would trip over each other.
    _ = try await Self.installation.value
    port = try Self.freePort()
    data = FileManager.default.temporaryDirectory.path + "/martlet-hub-\(getpid())-\(port)"
    let script = """
      mkdir -p \(data).python && printf '%s' "$1" >\(data).python/sitecustomize.py && shift
      PYTHONPATH=\(data).python \(Self.hoarding) "$0" "$@" >/dev/null 2>&1 & p=$!
      read x; kill -9 $p; rm -rf \(data) \(data).python
      """
    _ = try KeptProgram([
      "/bin/sh", "-c", script, "\(Self.folder ?? "")/fakehub/run.sh", Self.undelayed, "--port",
      "\(port)", "--data", data,
    ])
    // Python and the description of the API take their time where a dozen tests run beside it.
    for _ in 0..<3_000 {
      if (try? await control("limits")) != nil { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    throw Failure(words: "the fake at \(url) does not start")
  }

  /// Python's server sends head and body apart, and the system keeps the body back until the head
  /// was acknowledged, 40 ms later: most of the time that a test would take.
  private static let undelayed = """
    import socketserver
    socketserver.StreamRequestHandler.disable_nagle_algorithm = True
    """

  /// Each of its validators holds the whole description of the API: memory that goes back to the
  /// system and is fetched again takes a third of the time of the first requests.
  private static let hoarding =
    "MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=4000000000 MALLOC_MMAP_THRESHOLD_=4000000000"

  private static let installation = Task {
    try await ChildProcess(["\(folder ?? "")/fakehub/run.sh", "--venv-only"]).end()
  }

  /// Below those that the system lends, where only servers of tests are.
  private static func freePort() throws -> Int {
    for _ in 0..<100 {
      let port = UInt16.random(in: 20_000..<32_000)
      if isFree(port) { return Int(port) }
    }
    throw Failure(words: "no port below 32,000 is free")
  }

  /// Speaks to the fake's own controls.
  @discardableResult
  package func control(
    _ what: String, _ body: Value? = nil, method: Request.Method? = nil
  ) async throws -> Value {
    let request = Request(
      method ?? (body == nil ? .get : .post), "\(url)/_ctl/\(what)",
      body: body.map { Array($0.text(.compact).utf8) })
    let response = try await Self.live.send(request)
    guard response.status == 200 else {
      throw Failure(words: String(decoding: response.body, as: UTF8.self))
    }
    return try Document(response.body, named: what).root.value
  }

  /// Lets the next call of an operation go wrong.
  package func fault(_ operation: String, _ action: String, _ more: [(String, Value)] = [])
    async throws
  {
    var fault = Object([("op", .string(operation)), ("action", .string(action))])
    for (key, value) in more { fault[key] = value }
    try await control("faults", .object(fault))
  }

  /// Waits until it is through with every request, also those that a fault holds.
  package func settle() async throws {
    try await eventually(every: .milliseconds(20)) {
      try await control("requests").array?.allSatisfy { $0["t_end"] != .null } == true
    }
  }

  /// What the description of the API says against our requests; must stay empty.
  package func violations() async throws -> [Value] {
    try await control("violations")["client"]?.array ?? []
  }

  /// The operations that changed something, in order.
  package func writes() async throws -> [String] {
    try await control("requests").array?.filter { $0["mutating"]?.bool == true }
      .compactMap { $0["op"]?.string } ?? []
  }

  /// How many requests changed nothing.
  package func reads() async throws -> Int {
    try await control("requests").array?.filter { $0["mutating"]?.bool == false }.count ?? 0
  }

  /// What the fake knows of a repository, contents included.
  package func state(_ repository: String = "acme/web") async throws -> Value {
    try await control("state?repo=\(repository)&contents=1")[repository] ?? .null
  }
}
