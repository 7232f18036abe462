import FoundationEssentials
import Libc
import Synchronization
package import HTTP
package import JSON
import Testing

/// A fake of a host from `Tests/FakeHosts`.
///
/// `fakehub` is GitHub, `fakelab` GitLab, `faketea` Gitea or Forgejo, `fakebucket` Bitbucket,
/// `fakeazure` Azure DevOps; their control APIs are alike.
package struct FakeHost: Sendable {
  /// A failure of the fake.
  package struct Failure: Error {
    /// The response of the fake, or the reason why it cannot be started.
    package var message: String

    /// Creates a failure.
    package init(message: String) { self.message = message }
  }

  /// Whose fakes to use.
  package enum Source: String, Sendable {
    /// Those in `Tests/FakeHosts`.
    case repository
    /// Those in the folder of `MARTLET_SHARED`, which check requests with the hosts' full
    /// descriptions.
    case shared

    /// The fakes of the repository; the shared ones if `MARTLET_FAKES` is `shared`.
    package static let chosen: Self =
      ProcessInfo.processInfo.environment["MARTLET_FAKES"] == "shared" ? .shared : .repository
  }

  /// The folder of the shared test kits, if available.
  package static let folder = ProcessInfo.processInfo.environment["MARTLET_SHARED"]
  /// Whether the chosen fakes can be started.
  package static var isPresent: Bool { canStart(.chosen) }

  /// The programs that the fakes of the repository need.
  private static let hasPrograms = ["python3", "git", "openssl"].allSatisfy { name in
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// Returns whether fakes can be started.
  package static func canStart(_ source: Source) -> Bool {
    switch source {
    case .repository: hasPrograms
    case .shared: folder.map { access("\($0)/fakehub/run.sh", X_OK) == 0 } ?? false
    }
  }

  /// The running fakes, one of each kind for each test file, since suites run concurrently.
  ///
  /// Each ends with this process, whose end closes its standard input.
  private static let started = Mutex<[String: Task<FakeHost, any Error>]>([:])
  /// The HTTP client for requests to the fake.
  package static let live = HTTP.Client.live(LiveOptions(allowsPrivate: { _ in true }))

  /// The port on 127.0.0.1.
  package let port: Int
  /// The address without a slash at its end: `http://127.0.0.1:24680`.
  package var url: String { "http://127.0.0.1:\(port)" }
  /// The folder of its files, including the App's key.
  package let data: String

  /// Starts the fake of a test file, or resets it if it is running.
  ///
  /// - Parameters:
  ///   - program: `fakehub`, `fakelab`, `faketea`, `fakebucket` or `fakeazure`.
  ///   - flavour: the program and version that `faketea` plays; nil: Gitea.
  ///   - source: whose fake; the last two are only in the repository.
  ///   - file: the test file.
  /// - Returns: the fake without repositories.
  /// - Throws: `Failure` if it doesn't start.
  package static func fresh(
    _ program: String = "fakehub", flavour: String? = nil, from source: Source = .chosen,
    for file: String = #fileID
  ) async throws -> FakeHost {
    let source = ["fakebucket", "fakeazure"].contains(program) ? .repository : source
    let starting = started.withLock { fakes in
      let key = "\(program) \(flavour ?? "") \(source) \(file)"
      if let fake = fakes[key] { return fake }
      let fake = Task {
        try await FakeHost(program, flavour.map { ["--flavour", $0] } ?? [], source)
      }
      fakes[key] = fake
      return fake
    }
    let fake = try await starting.value
    try await fake.control("faults", method: .delete)
    try await fake.control("reset", [:])
    return fake
  }

  private init(_ program: String, _ arguments: [String], _ source: Source) async throws {
    port = try FreePort.next()
    data = FileManager.default.temporaryDirectory.path + "/martlet-hub-\(getpid())-\(port)"
    let command: [String]
    switch source {
    case .repository: command = try Self.own(program)
    case .shared: command = try await SharedFake.command(program, data: data)
    }
    // The shell waits until this process closes its standard input, or ends.
    let script = #""$@" >/dev/null 2>&1 & p=$!; read x; kill -9 $p; rm -rf "$0" "$0".python"#
    _ = try KeptProgram(
      ["/bin/sh", "-c", script, data] + command + ["--port", "\(port)", "--data", data]
        + arguments)
    // A start takes a fifth of a second, and much longer while other tests run.
    for _ in 0..<15_000 {
      if (try? await control("limits")) != nil { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw Failure(message: "the fake at \(url) does not start")
  }

  private static func own(_ program: String) throws -> [String] {
    let kinds = [
      "fakehub": "github", "fakelab": "gitlab", "faketea": "gitea",
      "fakebucket": "bitbucket", "fakeazure": "azure",
    ]
    guard let kind = kinds[program] else { throw Failure(message: "no fake is called \(program)") }
    let tests = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    return ["/usr/bin/env", "python3", "-B", "\(tests)/FakeHosts/serve.py", kind]
  }

  /// Sends a request to the fake's control API.
  @discardableResult
  package func control(
    _ what: String, _ body: Value? = nil, method: Request.Method? = nil
  ) async throws -> Value {
    let request = Request(
      method ?? (body == nil ? .get : .post), "\(url)/_ctl/\(what)",
      body: body.map { Array($0.text(.compact).utf8) }, deadline: .seconds(300))
    let response = try await Self.live.send(request)
    guard response.status == 200 else {
      throw Failure(message: String(decoding: response.body, as: UTF8.self))
    }
    return try Document(response.body, named: what).root.value
  }

  /// Makes the next call of an operation fail.
  package func fault(_ operation: String, _ action: String, _ more: [(String, Value)] = [])
    async throws
  {
    var fault = Object([("op", .string(operation)), ("action", .string(action))])
    for (key, value) in more { fault[key] = value }
    try await control("faults", .object(fault))
  }

  /// Waits until the fake has finished all requests, including those delayed by a fault.
  package func settle() async throws {
    try await eventually(every: .milliseconds(20)) {
      try await control("requests").array?.allSatisfy { $0["t_end"] != .null } == true
    }
  }

  /// Returns violations of the API description by our requests; must be empty.
  package func violations() async throws -> [Value] {
    try await control("violations")["client"]?.array ?? []
  }

  /// Returns the operations that changed data, in order.
  package func writes() async throws -> [String] {
    try await control("requests").array?.filter { $0["mutating"]?.bool == true }
      .compactMap { $0["op"]?.string } ?? []
  }

  /// Returns the number of requests that changed nothing.
  package func reads() async throws -> Int {
    try await control("requests").array?.filter { $0["mutating"]?.bool == false }.count ?? 0
  }

  /// Returns the fake's state of a repository, including contents.
  package func state(_ repository: String = "acme/web") async throws -> Value {
    try await control("state?repo=\(repository)&contents=1")[repository] ?? .null
  }
}
