import Ecosystem
import Text

extension SwiftPMProject {
  /// Finds packages whose location is new in the lock and leads to an origin that no manifest of the
  /// project and no present pin has: the manifest of a dependency can name any location.
  func foreignSources(in change: Change) throws(Problem) -> [ForeignSource] {
    guard let file = change.files.first(where: { $0.path == contents.lockPath }),
      let after = file.after
    else { return [] }
    let pins = try ResolvedFile(SourceText(file: file.path, bytes: after)).pins
    let present = Set((contents.lock?.pins ?? []).map(\.location))
    let named = contents.declarations.map(\.dependency.location) + contents.originLocations
    let added = pins.filter { $0.kind == .remoteSourceControl && !present.contains($0.location) }
    return ForeignSource.all(
      among: added.map { ($0.identity.description, $0.location) },
      known: SourceOrigin.gitServers(of: present.union(named)))
  }
}
