package import Ecosystem

extension ImageProject {
  /// Lists the digests of the tags that a change moves to, if the files have digests.
  ///
  /// If only the digest of a tag is refreshed, the version has it already.
  package func contentIdentities(
    in change: Change
  ) async throws(Problem) -> [ContentIdentity] {
    change.moves.compactMap { move in
      guard let version = move.to, !version.contains("@"), let written = move.requirement?.after,
        let sign = written.lastIndex(of: "@")
      else { return nil }
      return ContentIdentity(
        package: move.name, version: version,
        value: String(written[written.index(after: sign)...]))
    }
  }
}
