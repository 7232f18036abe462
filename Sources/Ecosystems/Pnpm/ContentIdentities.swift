import Ecosystem
import JSON
import JavaScript
import Text

extension ProjectSources {
  /// Lists the digests and commits that are new in the lock.
  func contentIdentities(in change: Change) throws(Problem) -> [ContentIdentity] {
    try change.newIdentities(in: { $0.hasSuffix(PnpmEcosystem.lockName) }) {
      bytes, path throws(Problem) in
      let document = try LockDocument(SourceText(file: path, bytes: bytes))
      return (document.root["packages"]?.object?.members ?? []).compactMap { member in
        let resolution = member.value["resolution"]
        guard let value = (resolution?["integrity"] ?? resolution?["commit"])?.string else {
          return nil
        }
        let (name, version) = DependencyPath.parts(member.key) ?? (member.key, "")
        return ContentIdentity(package: name, version: version, value: value)
      }
    }
  }
}
