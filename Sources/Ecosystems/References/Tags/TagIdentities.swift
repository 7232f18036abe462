import Ecosystem

extension TagPart {
  /// Lists the commits of the tags that a change moves to, whether they are pinned or not.
  ///
  /// A short tag such as `v4` moves by design: its content is that of the longest tag of its commit.
  func contentIdentities(
    in change: Change
  ) async throws(Problem) -> [ContentIdentity] {
    var result: [ContentIdentity] = []
    for move in change.moves {
      guard let version = move.to, let written = move.requirement?.after else { continue }
      let references = try await library.references(of: group(named: move.name).repository)
      let reference = String(written.prefix { $0 != " " })
      let isCommit = reference.utf8.count == 40 && reference.allSatisfy(\.isHexDigit)
      guard let commit = isCommit ? reference : references.tags[reference] else { continue }
      let form = TagVersion(isCommit ? version : reference)
      let exact = references.version(of: commit, like: form)?.description ?? version
      result.append(ContentIdentity(package: move.name, version: exact, value: commit))
      // The tag that was asked for is fixed if it has all components.
      if exact != version, version.split(separator: ".").count > 2, !version.contains("@") {
        result.append(ContentIdentity(package: move.name, version: version, value: commit))
      }
    }
    return result
  }
}
