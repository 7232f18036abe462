package import HTTP

/// Fetches packuments from registries.
///
/// Uses npm's URLs. Caching, conditional requests, mirrors and credentials are layers of the client.
package struct Registry: Sendable {
  /// The largest accepted document, in bytes.
  static let bodyLimit = 96 << 20
  /// Larger documents are fetched one at a time in the whole process, to limit memory.
  static let largeBody = 16 << 20
  /// The time limit of one request.
  static let deadline = Duration.seconds(45)
  /// The time limit of a request with all its retries.
  static let timeout = Duration.seconds(60)

  /// The client, which adds credentials by URL.
  package let client: Client
  /// The project's settings, which can assign registries to scopes.
  package let settings: Settings
  /// The documents of the pass.
  private let known: KnownPackuments

  /// Creates a client of the registries in a project's settings.
  ///
  /// - Parameters:
  ///   - client: has the layers.
  ///   - settings: of the project.
  ///   - known: the documents of the pass, which are not requested again; by default those of this value.
  package init(
    client: Client, settings: Settings = .none, known: KnownPackuments = KnownPackuments()
  ) {
    self.client = client
    self.settings = settings
    self.known = known
  }

  /// Returns the document of a package, which is requested once in a pass.
  ///
  /// After a 404 for an abbreviated document it requests the full one, as npm does, because some
  /// registries do not serve abbreviated documents.
  ///
  /// - Parameters:
  ///   - name: the registry's name of the package.
  ///   - detail: the requested form; the abbreviated one has no licences, scripts and times.
  ///   - scope: the fields to keep in memory.
  /// - Returns: the parsed document.
  /// - Throws: `LookUpFailure`.
  package func packument(
    of name: String, _ detail: Packument.Detail, keeping scope: Packument.Scope = .metadata
  ) async throws(LookUpFailure) -> Packument {
    guard let package = PackageName(name) else { throw LookUpFailure(.invalidName, name: name) }
    do {
      return try await ask(package, detail, scope)
    } catch  where error.reason == .notFound && detail == .abbreviated {
      return try await ask(package, .full, scope)
    }
  }

  /// Fetches the parts of a document that resolvers need; a failure is a value.
  package func answer(of name: String, full: Bool) async -> Result<Packument, LookUpFailure> {
    do {
      return .success(
        try await packument(of: name, full ? .full : .abbreviated, keeping: .resolution))
    } catch {
      return .failure(error)
    }
  }

  private func ask(
    _ name: PackageName, _ detail: Packument.Detail, _ scope: Packument.Scope
  ) async throws(LookUpFailure) -> Packument {
    let base: String
    do {
      base = try settings.registry(for: name)
    } catch {
      throw LookUpFailure(.settings(error), name: name.description)
    }
    let url = "\(base)/\(name.escaped)"
    return try await known.packument(.init(url: url, detail: detail), keeping: scope) {
      parsing async throws(LookUpFailure) in
      try await fetch(name, detail, parsing, at: url)
    }
  }

  private func fetch(
    _ name: PackageName, _ detail: Packument.Detail, _ parsing: KnownPackuments.Parsing,
    at url: String
  ) async throws(LookUpFailure) -> KnownPackuments.Parsed {
    var request = Request(
      .get, url, headers: ["Accept": detail.accepted], deadline: Registry.deadline,
      bodyLimit: Registry.largeBody)
    request.patience = Registry.timeout
    do throws(LookUpFailure) {
      return try await read(request, name, detail, parsing)
    } catch {
      guard error.reason.isTooLarge else { throw error }
    }
    request.bodyLimit = Registry.bodyLimit
    return try await LargeDocuments.turn.run { [request] () async throws(LookUpFailure) in
      try await read(request, name, detail, parsing)
    }
  }

  private func read(
    _ request: Request, _ name: PackageName, _ detail: Packument.Detail,
    _ parsing: KnownPackuments.Parsing
  ) async throws(LookUpFailure) -> KnownPackuments.Parsed {
    let response = try await send(request, name)
    guard response.status == 200 else {
      throw LookUpFailure(.init(status: response.status), name: name.description, url: request.url)
    }
    do {
      return try parsing { (scope) throws(Packument.Defect) in
        try Packument(response.body, of: name, detail: detail, keeping: scope)
      }
    } catch {
      throw LookUpFailure(.malformed(error), name: name.description, url: request.url)
    }
  }

  private func send(
    _ request: Request, _ name: PackageName
  ) async throws(LookUpFailure) -> Response {
    do {
      return try await patiently(request).get()
    } catch {
      throw LookUpFailure(.noAnswer(error), name: name.description, url: request.url)
    }
  }

  /// Sends a request and cancels it with its retries after the time limit.
  private func patiently(_ request: Request) async -> Result<Response, HTTPError> {
    let client = client
    let (outcome, isExceeded) = await Self.limit.run { () async -> Result<Response, HTTPError> in
      do throws(HTTPError) {
        return .success(try await client.send(request))
      } catch {
        return .failure(error)
      }
    }
    // A failure of its own says more than the time limit.
    if isExceeded, case .failure(let error) = outcome, error.code == .cancelled {
      return .failure(HTTPError(.timedOut, url: request.url))
    }
    return outcome
  }

  private static let limit = TimeLimit(Registry.timeout)
}

extension LookUpFailure.Reason {
  /// Whether the body exceeds the request's limit.
  fileprivate var isTooLarge: Bool {
    guard case .noAnswer(let error) = self, case .tooLarge = error.code else { return false }
    return true
  }
}

/// A lock that limits the process to one large document at a time, to limit memory.
package actor LargeDocuments {
  /// The lock of the process.
  package static let turn = LargeDocuments()

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Runs work while holding the lock; waiting calls run in order.
  package nonisolated func run<Answer: Sendable, Failure: Error>(
    _ work: () async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    await enter()
    do throws(Failure) {
      let answer = try await work()
      await leave()
      return answer
    } catch {
      await leave()
      throw error
    }
  }

  private func enter() async {
    if !isTaken {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    if waiting.isEmpty {
      isTaken = false
    } else {
      waiting.removeFirst().resume()
    }
  }
}

extension Packument.Detail {
  /// The value of npm's header `Accept`.
  fileprivate var accepted: String {
    switch self {
    case .abbreviated:
      "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*"
    case .full: "application/json"
    }
  }
}
