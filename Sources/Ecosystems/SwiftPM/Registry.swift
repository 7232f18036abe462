import Ecosystem
import HTTP
import JSON
import SwiftSources
import Text

/// Which registry serves a scope, as `.swiftpm/configuration/registries.json` says.
struct Registries: Hashable, Sendable {
  private var byScope: [String: String] = [:]

  /// Where the repository keeps the setting, from the package's root.
  static let path = ".swiftpm/configuration/registries.json"

  init() {}

  /// Reads the setting.
  ///
  /// - Throws: `Problem` with the place where it is not in the one format known.
  init(_ text: SourceText) throws(Problem) {
    let root = try SettingsFile(text).root
    for (scope, node) in root["registries"]?.dictionary ?? [:] {
      guard let url = node["url"]?.string else {
        throw Problem(.failed, "has no URL", subject: scope, at: node.location)
      }
      byScope[scope.lowercased()] = url
    }
  }

  /// The registry's address for a scope, without a final slash.
  func address(ofScope scope: String) throws(Problem) -> String {
    guard let url = byScope[scope.lowercased()] ?? byScope["[default]"] else {
      throw Problem(
        .failed, "is a scope of packages whose registry is not known", subject: scope,
        advice:
          "name the registry in \(Self.path): `swift package-registry set --scope \(scope) URL`")
    }
    return url.last == "/" ? String(url.dropLast()) : url
  }
}

/// Registries of packages (SE-0292): releases as JSON, manifests as text.
extension LookUp {
  /// How many pages of releases a registry may have for a package.
  private static let pageLimit = 100

  /// Lists the releases, over all pages that `Link` headers lead to.
  ///
  /// Releases with a problem are withdrawn. Releases without a version of three numbers are ignored,
  /// as SwiftPM does.
  func registryReleases(of package: PackageReference) async throws(Problem) -> Metadata.Releases {
    let request = try request(package, "", accept: "json")
    let pages: [Response]
    do throws(HTTPError) {
      pages = try await http.pages(of: request, limit: Self.pageLimit)
    } catch {
      throw problem(of: error)
    }
    var tags: [(name: String, commit: String)] = []
    for page in pages {
      try check(page, request.url, package)
      tags += try releases(on: page, of: package).map { (name: $0, commit: $0) }
    }
    return Metadata.Releases(versions: TaggedVersions(tags: tags, tools: reader.tools))
  }

  private func releases(
    on page: Response, of package: PackageReference
  ) throws(Problem) -> [String] {
    let text = SourceText(file: page.url, bytes: page.body)
    do throws(SyntaxError) {
      let releases = try Document(text, options: .lenient).root["releases"]?.dictionary ?? [:]
      return releases.filter { $0.value["problem"] == nil && SemanticVersion($0.key) != nil }
        .map(\.key)
    } catch {
      throw Problem(.failed, "answers with broken JSON", subject: package.description)
    }
  }

  /// Reads the manifest of a version, and those for other tools that may take its place.
  func registryManifests(
    of package: PackageReference, at version: String
  ) async throws(Problem) -> [String: [UInt8]] {
    let path = "/\(version)/Package.swift"
    let plain = try await get(package, path, accept: "swift")
    var files = ["Package.swift": plain.body]
    for (suffix, tools) in marked(in: plain.headers["Link"] ?? "") where tools <= reader.tools {
      let query = "\(path)?swift-version=\(tools)"
      files["Package@swift-\(suffix).swift"] = try await get(package, query, accept: "swift").body
    }
    return files
  }

  /// The versions for which a `Link` header names manifests of their own.
  private func marked(in link: String) -> [(suffix: String, tools: ToolsVersion)] {
    link.split(separator: ",").compactMap { part in
      guard let start = part.firstRange(of: "Package@swift-"),
        let end = part[start.upperBound...].firstRange(of: ".swift")
      else { return nil }
      let suffix = String(part[start.upperBound..<end.lowerBound])
      return ManifestChoice.version(ofSpecific: "Package@swift-\(suffix).swift")
        .map { (suffix, $0) }
    }
  }

  private func get(
    _ package: PackageReference, _ path: String, accept: String
  ) async throws(Problem) -> Response {
    let request = try request(package, path, accept: accept)
    let response: Response
    do throws(HTTPError) {
      response = try await http.send(request)
    } catch {
      throw problem(of: error)
    }
    try check(response, request.url, package)
    return response
  }

  private func request(
    _ package: PackageReference, _ path: String, accept: String
  ) throws(Problem) -> Request {
    let name = package.identity.description
    guard package.identity.isRegistry, let dot = name.firstIndex(of: ".") else {
      throw Problem(.failed, "is not an identity of a registry", subject: name)
    }
    let base = try registries.address(ofScope: String(name[..<dot]))
    let url = "\(base)/\(name[..<dot])/\(name[name.index(after: dot)...])\(path)"
    return Request(.get, url, headers: ["Accept": "application/vnd.swift.registry.v1+\(accept)"])
  }

  private func check(
    _ response: Response, _ url: String, _ package: PackageReference
  ) throws(Problem) {
    guard response.status == 200 else { throw problem(of: response, url, package) }
    guard (response.headers["Content-Version"] ?? "1") == "1" else {
      throw Problem(.refused, "has an unsupported version of the registry protocol", subject: url)
    }
  }

  private func problem(of error: HTTPError) -> Problem {
    switch error.code {
    case .tooManyPages(let limit):
      Problem(.refused, "has more than \(limit) pages of releases", subject: error.url)
    case .foreignPage:
      Problem(.refused, "leads to another server for its next page", subject: error.url)
    default: Problem(failedRequest: error)
    }
  }

  /// Why a registry gave no answer, in its own words where it has some (RFC 9457).
  private func problem(
    of response: Response, _ url: String, _ package: PackageReference
  ) -> Problem {
    var suffix = ""
    if response.headers["Content-Type"]?.hasPrefix("application/problem+json") == true,
      let root = try? Document(SourceText(file: url, bytes: response.body)).root,
      let detail = root["detail"]?.string ?? root["title"]?.string
    {
      suffix = ": \(detail.filter { $0.isASCII && !$0.isNewline }.prefix(200))"
    }
    return switch response.status {
    case 401, 403:
      Problem(
        .failed, "is not shown to us\(suffix)", subject: package.description,
        advice: "the operator's file names credentials under `registries`")
    case 404, 410:
      Problem(
        .failed, "is not in its registry\(suffix)", subject: "\(package) (\(url))",
        unavailable: package.description)
    default:
      Problem(.failed, "is answered with status \(response.status)\(suffix)", subject: url)
    }
  }
}
