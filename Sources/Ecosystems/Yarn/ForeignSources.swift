import Ecosystem
import JavaScript
import Text

extension YarnEcosystem {
  /// Finds packages whose tarball is new in the lock and comes from an origin that isn't a registry's.
  func foreignSources(
    in change: Change, _ sources: YarnSources
  ) throws(Problem) -> [ForeignSource] {
    guard let file = change.files.first(where: { $0.path == sources.lockPath }),
      let after = file.after
    else { return [] }
    let text = SourceText(file: file.path, bytes: after)
    let changed = try sources.written.lock(text, of: sources.line)
    let known = Set(try sources.copies().all.compactMap(\.source))
    return try sources.settings.foreignSources(
      among: Set(changed.copies.all.compactMap(\.source)).subtracting(known), before: known)
  }
}

extension LockedCopy {
  fileprivate var source: LockedSource? {
    address.map { LockedSource(package: name, address: $0) }
  }
}
