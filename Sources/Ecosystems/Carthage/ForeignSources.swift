import Ecosystem
import Text

extension CarthageProject {
  /// Finds dependencies that are new in the lock and lead to an origin that neither the Cartfiles nor
  /// the present lock have: the Cartfile of a dependency can name any address.
  func foreignSources(in change: Change) throws(Problem) -> [ForeignSource] {
    guard let file = change.files.first(where: { $0.path == lockPath }), let after = file.after
    else { return [] }
    let present = Set((lock?.pins ?? [:]).keys).union(entries.map(\.entry.origin))
    let spelled = Set(present.map(\.source))
    let added = try ResolvedCartfile(SourceText(file: file.path, bytes: after)).pins.keys
      .filter { !spelled.contains($0.source) }
    return ForeignSource.all(
      among: added.map { ($0.identity, $0.source) }, known: SourceOrigin.gitServers(of: spelled))
  }
}

extension CarthageOrigin {
  /// The address of the repository or of the document with the built frameworks.
  fileprivate var source: String { repositoryURL ?? address }
}
