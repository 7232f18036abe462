package import Ecosystem
package import HTTP
import JSON
import Synchronization
import Text
package import Time

/// Fetches lists of versions, each once.
///
/// Every list has an address that an operator can mirror.
package final class VersionLists: Sendable {
  /// The number of versions of a list.
  private static let limit = 50_000

  let http: HTTP.Client
  private let library: TagLibrary
  /// The registries of npm by scope; that of the empty scope is the default.
  private let registries: [String: String]
  private let known = Mutex<[VersionSource: Once<[ListedVersion]>]>([:])

  /// Creates lists.
  ///
  /// - Parameters:
  ///   - http: for registries; mirrors and credentials are layers of it.
  ///   - library: reads git repositories.
  ///   - registries: the registries of npm by scope; that of the empty scope is the default.
  package init(http: HTTP.Client, library: TagLibrary, registries: [String: String] = [:]) {
    self.http = http
    self.library = library
    self.registries = registries
  }

  /// Returns the versions of a source, in its order.
  package func versions(of source: VersionSource) async throws(Problem) -> [ListedVersion] {
    let once = known.withLock { known in
      if let once = known[source] { return once }
      let new = Once<[ListedVersion]>()
      known[source] = new
      return new
    }
    return try await once.value { [self] () async throws(Problem) in
      let versions = try await fetch(source)
      guard versions.count <= Self.limit else {
        throw Problem(
          .refused, "has more than \(Self.limit) versions", subject: source.address)
      }
      return versions
    }
  }

  /// Returns when versions of a source were published, by version, as far as that takes requests of
  /// its own.
  package func times(
    of versions: [String], in source: VersionSource
  ) async throws(Problem) -> [String: Timestamp] {
    guard case .tags(let url) = source else { return [:] }
    let references = try await library.references(of: .address(url))
    return await library.times(of: versions, in: references).mapValues { Timestamp(seconds: $0) }
  }

  private func fetch(_ source: VersionSource) async throws(Problem) -> [ListedVersion] {
    switch source {
    case .npm(let name): try await packages(name)
    case .gem(let name): try await gems(name)
    case .tags(let url): try await tags(of: url)
    case .githubReleases(let name): try await releases(of: name)
    case .orb(let name): try await orbs(name)
    case .bitriseStep(let name): try await steps(name)
    case .chart(let repository, let name): try await charts(name, in: repository)
    case .runtime(let runtime): try await releases(of: runtime)
    }
  }

  private func tags(of url: String) async throws(Problem) -> [ListedVersion] {
    let references = try await library.references(of: .address(url))
    return references.tags.map { name, commit in
      var version = ListedVersion(name)
      version.digests = [commit]
      return version
    }
  }

  /// The address of a package: of the registry of its scope, or of the default one.
  func packageAddress(_ name: String) -> String {
    let scope = name.hasPrefix("@") ? String(name.prefix { $0 != "/" }) : ""
    let registry = registries[scope] ?? registries[""] ?? "https://registry.npmjs.org/"
    return registry + (registry.hasSuffix("/") ? "" : "/") + name.replacing("/", with: "%2F")
  }

  /// Fetches a document.
  ///
  /// - Throws: a failure that names the subject.
  func get(
    _ url: String, of subject: String, limit: Int = 32 << 20
  ) async throws(Problem) -> Response {
    try await send(Request(.get, url, bodyLimit: limit), of: subject)
  }

  /// Sends a request; another status than 200 is a failure.
  func send(_ request: Request, of subject: String) async throws(Problem) -> Response {
    let response: Response
    do throws(HTTPError) {
      response = try await http.send(request)
    } catch {
      throw Problem(failedRequest: error)
    }
    guard response.status == 200 else {
      let isDenied = [401, 403, 404, 410].contains(response.status)
      throw Problem(
        .failed, "is not listed at \(request.url): status \(response.status)", subject: subject,
        unavailable: isDenied ? subject : nil)
    }
    return response
  }

  /// Parses a response whose value must be an array, and returns its elements.
  func array(_ response: Response, of subject: String) throws(Problem) -> [Node] {
    let root = try json(response, of: subject)
    guard root.kind == .array else {
      throw Problem(.failed, "has a list that isn't an array", subject: subject)
    }
    return Array(root.elements)
  }

  /// Parses a response.
  func json(_ response: Response, of subject: String) throws(Problem) -> Node {
    do throws(SyntaxError) {
      let source = SourceText(file: response.url, bytes: response.body)
      return try Document(source, options: .lenient).root
    } catch {
      throw Problem(.failed, "has a list that isn't JSON", subject: subject)
    }
  }
}
