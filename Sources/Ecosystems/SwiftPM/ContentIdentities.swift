import Ecosystem
import Text

extension SwiftPMProject {
  /// Lists the commits of the versions that are new in the lock.
  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
    try change.newIdentities(in: { $0 == contents.lockPath }) { bytes, path throws(Problem) in
      try ResolvedFile(SourceText(file: path, bytes: bytes)).pins.compactMap { pin in
        guard case .version(let version, let revision?) = pin.state else { return nil }
        return ContentIdentity(
          package: pin.identity.description, version: version.description, value: revision)
      }
    }
  }
}
