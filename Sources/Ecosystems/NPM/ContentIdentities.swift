import Ecosystem
import JSON
import JavaScript
import Text

extension NPMProject {
  /// Lists the digests that are new in the lock.
  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
    try change.newIdentities(in: { path in
      ["package-lock.json", "npm-shrinkwrap.json"].contains(where: path.hasSuffix)
    }) { bytes, path throws(Problem) in
      let root = try Manifest.document(SourceText(file: path, bytes: bytes)).root
      var result: [ContentIdentity] = []
      for member in root["packages"]?.members ?? [] {
        let name = member.value["name"]?.string ?? LockedSource.name(at: member.key)
        result += [ContentIdentity(name, member.value)].compactMap(\.self)
      }
      var open = Array(root["dependencies"]?.members ?? [])
      while let member = open.popLast() {
        result += [ContentIdentity(member.key, member.value)].compactMap(\.self)
        open += member.value["dependencies"]?.members ?? []
      }
      return result
    }
  }
}

extension ContentIdentity {
  /// Reads an entry of the lock; nil without a digest.
  fileprivate init?(_ name: String, _ entry: JSON.Node) {
    guard let version = entry["version"]?.string, let value = entry["integrity"]?.string else {
      return nil
    }
    self.init(package: name, version: version, value: value)
  }
}
