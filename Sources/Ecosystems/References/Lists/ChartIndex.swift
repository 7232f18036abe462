import Ecosystem
import HTTP
import Text
import Time
import YAML

extension VersionLists {
  /// Lists the versions of a chart in the `index.yaml` of a repository of Helm.
  ///
  /// The index names all charts, and is large; only the entry of this chart is stored.
  /// Source: https://helm.sh/docs/topics/chart_repository/, version 3.
  func charts(_ name: String, in repository: String) async throws(Problem) -> [ListedVersion] {
    let url = repository + (repository.hasSuffix("/") ? "" : "/") + "index.yaml"
    let response = try await get(url, of: name, limit: Self.indexLimit)
    guard let elements = try entry(of: name, in: response, repository).elements else {
      throw Problem(.failed, "has an index whose versions aren't a list", subject: name)
    }
    var versions: [ListedVersion] = []
    for element in elements {
      guard let text = element["version"]?.string else {
        throw Problem(.failed, "has an index with an entry without a version", subject: name)
      }
      var version = ListedVersion(
        text, published: element["created"]?.string.flatMap { Timestamp(rfc3339: $0) })
      if element["deprecated"]?.string == "true" { version.deprecation = "deprecated" }
      versions.append(version)
    }
    return versions
  }

  /// The size of an index in bytes.
  private static var indexLimit: Int { 64 << 20 }

  /// Returns the value of a chart below `entries`.
  private func entry(
    of name: String, in response: Response, _ repository: String
  ) throws(Problem) -> Node {
    var limits = Document.Limits()
    (limits.size, limits.nodes) = (Self.indexLimit, 1_000_000)
    let part: Part
    do throws(SyntaxError) {
      let source = SourceText(file: response.url, bytes: response.body)
      part = try Document.part(of: source, at: ["entries", name], limits: limits)
    } catch {
      throw Problem(.failed, "has an index that can't be read: \(error.message)", subject: name)
    }
    switch part {
    case .value(let entry): return entry
    case .missing(key: 1):
      throw Problem(.failed, "is not a chart of \(repository)", subject: name)
    case .missing, .notMapping:
      throw Problem(.failed, "has an index without entries", subject: name)
    }
  }
}
