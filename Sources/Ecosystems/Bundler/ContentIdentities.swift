import Ecosystem
import Text

extension BundlerProject {
  /// Lists the checksums and the commits that are new in the lock.
  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
    try change.newIdentities(in: { $0 == project.lock }) { bytes, path throws(Problem) in
      let lock = try LockfileReader.read(SourceText(file: path, bytes: bytes))
      let checksums = (lock.checksums ?? [:]).filter { !$0.value.isEmpty }.map { name, value in
        ContentIdentity(
          package: String(name.prefix { $0 != " " }),
          version: String(name.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }), value: value)
      }
      return checksums + lock.blocks.flatMap(\.commits)
    }
  }
}

extension Lockfile.Block {
  /// The commit of a source for which the Gemfile names a tag; a branch moves by design.
  fileprivate var commits: [ContentIdentity] {
    guard case .git(let source) = source, let tag = source.tag, let revision = source.revision
    else { return [] }
    return specs.map { ContentIdentity(package: $0.name, version: tag, value: revision) }
  }
}
