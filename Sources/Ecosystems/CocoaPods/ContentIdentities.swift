import Ecosystem
import Text

extension PodProject {
  /// Lists the checksums of podspecs, and the commits of tags, that are new in the lock.
  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
    try change.newIdentities(in: { $0 == project.lock }) { bytes, path throws(Problem) in
      let lock = try PodfileLock(SourceText(file: path, bytes: bytes))
      let versions = lock.versions
      return lock.checksums.compactMap { root, checksum in
        // A pod from a branch or a folder changes with the same version.
        guard let version = versions[root], lock.externalSources[root] == nil else { return nil }
        return ContentIdentity(package: root, version: version, value: checksum)
      }
    }
  }
}
