import Ecosystem
import HTTP
import Text
import Time
import YAML

extension VersionLists {
  /// Lists the versions of a chart in the `index.yaml` of a repository of Helm.
  ///
  /// The index names all charts, and is large; only the lines of this chart are parsed.
  /// Source: https://helm.sh/docs/topics/chart_repository/, version 3.
  func charts(_ name: String, in repository: String) async throws(Problem) -> [ListedVersion] {
    let url = repository + (repository.hasSuffix("/") ? "" : "/") + "index.yaml"
    let response = try await get(url, of: name, limit: 64 << 20)
    guard let part = section(of: name, in: response.body) else {
      throw Problem(.failed, "is not a chart of \(repository)", subject: name)
    }
    let root: Node?
    do throws(SyntaxError) {
      root = try Document(SourceText(file: url, bytes: Array(part))).root
    } catch {
      throw Problem(.failed, "has an index that can't be read: \(error.message)", subject: name)
    }
    return (root?.entries?.first?.value.elements ?? []).compactMap { entry in
      entry["version"]?.string.map { text in
        var version = ListedVersion(
          text, published: entry["created"]?.string.flatMap { Timestamp(rfc3339: $0) })
        if entry["deprecated"]?.string == "true" { version.deprecation = "deprecated" }
        return version
      }
    }
  }

  /// Returns the lines of one chart below `entries:`: from its name to the next one of the same
  /// indentation.
  private func section(of name: String, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let key = Array("  \(name):".utf8)
    var start: Int?
    var line = 0
    while line < bytes.count {
      let end = bytes[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      if let first = start {
        let isInside =
          bytes[line..<end].starts(with: "  -".utf8)
          || bytes[line..<end].starts(with: "   ".utf8) || bytes[line] == 0x0A
        if !isInside { return bytes[first..<line] }
      } else if bytes[line..<end].starts(with: key) {
        start = line
      }
      line = end
    }
    return start.map { bytes[$0...] }
  }
}
