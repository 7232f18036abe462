import Ecosystem
import JavaScript
import Text

extension YarnProject {
  /// Lists the digests that are new in the lock.
  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
    try change.newIdentities(in: { $0 == sources.lockPath }) { bytes, path throws(Problem) in
      let lock = try sources.written.lock(SourceText(file: path, bytes: bytes), of: sources.line)
      return lock.copies.all.compactMap { copy in
        copy.digest.map {
          ContentIdentity(package: copy.package, version: copy.version, value: $0)
        }
      }
    }
  }
}
