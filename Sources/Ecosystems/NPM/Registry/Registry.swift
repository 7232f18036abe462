package import HTTP

/// Asks registries for packuments.
///
/// Caching, conditional requests, mirrors and credentials are the client's layers; here the URL is
/// the one that npm would ask, and every answer that is no packument is a `LookUpFailure`.
package struct Registry: Sendable {
  /// The largest document accepted, in bytes.
  static let bodyLimit = 96 << 20
  /// Larger documents are fetched one at a time in the whole process: each takes twice its size.
  static let largeBody = 16 << 20
  /// How long one answer may take.
  static let deadline = Duration.seconds(45)
  /// How long an answer may take with all retries.
  static let patience = Duration.seconds(60)

  /// Brings its own credentials, by the registry's URL.
  package let client: Client
  /// Of the project's `.npmrc`, which may give scopes a registry of their own.
  package let settings: Settings

  /// Looks up through a client, where a project's settings point.
  package init(client: Client, settings: Settings = .none) {
    self.client = client
    self.settings = settings
  }

  /// Asks for a package's document.
  ///
  /// A registry that does not know abbreviated documents may answer 404 to one, so that the full
  /// one is asked for then, as npm does.
  ///
  /// - Parameters:
  ///   - name: a package; names that npm would not look up are not asked for.
  ///   - detail: abbreviated where licences, scripts and times are not needed.
  ///   - scope: what is kept of it.
  /// - Returns: the packument of that name.
  /// - Throws: `LookUpFailure` in all other cases.
  package func packument(
    of name: String, _ detail: Packument.Detail, keeping scope: Packument.Scope = .everything
  ) async throws(LookUpFailure) -> Packument {
    guard let package = PackageName(name) else { throw LookUpFailure(.invalidName, name: name) }
    do {
      return try await ask(package, detail, scope)
    } catch  where error.reason == .notFound && detail == .abbreviated {
      return try await ask(package, .full, scope)
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
    let request = Request(
      .get, "\(base)/\(name.escaped)", headers: ["Accept": detail.accepted],
      deadline: Registry.deadline, bodyLimit: Registry.largeBody)
    do throws(LookUpFailure) {
      return try await read(request, name, detail, scope)
    } catch {
      guard error.reason.isTooLarge else { throw error }
    }
    var larger = request
    larger.bodyLimit = Registry.bodyLimit
    return try await LargeDocuments.turn.take { () async throws(LookUpFailure) in
      try await read(larger, name, detail, scope)
    }
  }

  private func read(
    _ request: Request, _ name: PackageName, _ detail: Packument.Detail,
    _ scope: Packument.Scope
  ) async throws(LookUpFailure) -> Packument {
    let response = try await send(request, name)
    guard response.status == 200 else {
      throw LookUpFailure(.init(status: response.status), name: name.description, url: request.url)
    }
    do {
      return try Packument(response.body, of: name, detail: detail, keeping: scope)
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

  /// Sends a request and gives up on it, with its retries, when its time has passed.
  private func patiently(_ request: Request) async -> Result<Response, HTTPError> {
    await withTaskGroup(of: Result<Response, HTTPError>.self) { [client] group in
      group.addTask {
        do throws(HTTPError) {
          return .success(try await client.send(request))
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        // Cancelled as soon as there is an answer.
        try? await Task.sleep(for: Registry.patience)
        return .failure(HTTPError(.timedOut, url: request.url))
      }
      defer { group.cancelAll() }
      return await group.next() ?? .failure(HTTPError(.cancelled, url: request.url))
    }
  }
}

extension LookUpFailure.Reason {
  /// Whether a larger body was cut off.
  fileprivate var isTooLarge: Bool {
    guard case .noAnswer(let error) = self, case .tooLarge = error.code else { return false }
    return true
  }
}

/// Lets one large document at a time be fetched and read, since several would fill the memory.
actor LargeDocuments {
  /// Shared by all projects that one process looks at.
  static let turn = LargeDocuments()

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits for its turn, in the order of the calls, and works.
  nonisolated func take<Answer: Sendable, Failure: Error>(
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
  /// The header that npm sends for it.
  fileprivate var accepted: String {
    switch self {
    case .abbreviated:
      "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*"
    case .full: "application/json"
    }
  }
}
