package import HTTP

/// Asks registries for packuments.
///
/// Caching, conditional requests, mirrors and credentials are the client's layers; here the URL is
/// the one that npm would ask, and every answer that is no packument is a `LookUpFailure`.
package struct Registry: Sendable {
  /// The largest document accepted, in bytes.
  static let bodyLimit = 96 << 20

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
      deadline: .seconds(120), bodyLimit: Registry.bodyLimit)
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
      return try await client.send(request)
    } catch {
      throw LookUpFailure(.noAnswer(error), name: name.description, url: request.url)
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
