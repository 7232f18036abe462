import Ecosystem
import HTTP
import JSON
import Text

/// Which registry serves a scope, as `.swiftpm/configuration/registries.json` says.
struct Registries: Hashable, Sendable {
  private var byScope: [String: String] = [:]

  /// Where the repository keeps the setting, from the package's root.
  static let path = ".swiftpm/configuration/registries.json"

  init() {}

  /// Reads the setting.
  init(_ text: SourceText) throws(Problem) {
    do throws(SyntaxError) {
      let root = try Document(text).root
      for (scope, node) in root["registries"]?.dictionary ?? [:] {
        byScope[scope.lowercased()] = node["url"]?.string ?? node.string
      }
    } catch {
      throw Problem(.failed, error.message, subject: text.file, at: error.location)
    }
  }

  /// The registry's address for a package, without a final slash.
  func address(of package: PackageReference) throws(Problem) -> String {
    let scope = package.identity.description.prefix { $0 != "." }
    guard let url = byScope[String(scope)] ?? byScope["[default]"] else {
      throw Problem(
        .failed, "is in a registry that is not configured", subject: package.description,
        advice: "name the registry in \(Self.path)")
    }
    return url.last == "/" ? String(url.dropLast()) : url
  }
}

/// Registries of packages (SE-0292): releases as JSON, manifests as text.
extension LookUp {
  func registryReleases(of package: PackageReference) async throws(Problem) -> Metadata.Releases {
    let response = try await get(package, "", accept: "json")
    let text = SourceText(file: response.url, bytes: response.body)
    do throws(SyntaxError) {
      let releases = try Document(text, options: .lenient).root["releases"]?.dictionary ?? [:]
      let usable = releases.filter { $0.value["problem"] == nil }
      let tags = usable.keys.map { (name: $0, commit: $0) }
      return Metadata.Releases(versions: TaggedVersions(tags: tags, tools: reader.tools))
    } catch {
      throw Problem(.failed, "answers with broken JSON", subject: package.description)
    }
  }

  func registryManifests(
    of package: PackageReference, at version: String
  ) async throws(Problem) -> [String: [UInt8]] {
    let plain = try await get(package, "/\(version)/Package.swift", accept: "swift")
    var files = ["Package.swift": plain.body]
    for suffix in marked(in: plain.headers["Link"] ?? "") {
      let query = "/\(version)/Package.swift?swift-version=\(suffix)"
      files["Package@swift-\(suffix).swift"] = try await get(package, query, accept: "swift").body
    }
    return files
  }

  /// The versions for which a `Link` header names manifests of their own.
  private func marked(in link: String) -> [String] {
    link.split(separator: ",").compactMap { part in
      guard let start = part.firstRange(of: "Package@swift-"),
        let end = part[start.upperBound...].firstRange(of: ".swift")
      else { return nil }
      return String(part[start.upperBound..<end.lowerBound])
    }
  }

  private func get(
    _ package: PackageReference, _ path: String, accept: String
  ) async throws(Problem) -> Response {
    let base = try registries.address(of: package)
    let name = package.identity.description
    guard let dot = name.firstIndex(of: ".") else {
      throw Problem(.failed, "is no identity of a registry", subject: name)
    }
    let url = "\(base)/\(name[..<dot])/\(name[name.index(after: dot)...])\(path)"
    let headers: Headers = ["Accept": "application/vnd.swift.registry.v1+\(accept)"]
    let response: Response
    do throws(HTTPError) {
      response = try await http.send(Request(.get, url, headers: headers))
    } catch {
      throw Problem(.failed, "cannot be asked: \(error.detail)", subject: error.url)
    }
    guard response.status == 200 else {
      throw Problem(.failed, "is answered with status \(response.status)", subject: url)
    }
    return response
  }
}
