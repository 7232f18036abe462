import Ecosystem
import Git
import Text

extension CarthageProject {
  /// Lists the commits of the tags that are new in the lock, which has only the tags.
  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
    guard let file = change.files.first(where: { $0.path == lockPath }), let after = file.after
    else { return [] }
    var result: [ContentIdentity] = []
    let pins = try ResolvedCartfile(SourceText(file: file.path, bytes: after)).pins
    for (origin, pin) in pins.sorted(by: { $0.key < $1.key })
    where origin.kind != .binary && lock?.pins[origin] != pin {
      guard let commit = try await library.commit(ofTag: pin, in: origin) else { continue }
      result.append(ContentIdentity(package: origin.identity, version: pin, value: commit))
    }
    return result
  }
}
