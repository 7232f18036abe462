import Ecosystem
import JavaScript
import Text

extension YarnSources {
  /// Requires that the project's Yarn would write the present lock unchanged.
  ///
  /// A lock without packages has no lines to keep.
  /// - Throws: a refusal with the first line that Yarn would write differently.
  func requireForm() throws(Problem) {
    guard let lock, !isBlank(lock) else { return }
    let (form, name, command) =
      switch line {
      case .classic:
        (try ClassicLock(lock).bytes(newline: newline), "Yarn 1", "yarn install --force")
      case .berry(let version):
        (try BerryLock(lock).bytes(newline: newline), "Yarn \(version.major)", "yarn install")
      }
    try LockFormat(tool: name, command: command).prove(lock, isOneOf: [form])
  }

  /// Whether the lock is empty or has only the comments that Yarn starts it with.
  private func isBlank(_ lock: SourceText) -> Bool {
    let header = ClassicLockWriter.header
    guard lock.bytes.count <= 2 * header.utf8.count else { return false }
    return lock.string.split(whereSeparator: \.isNewline).allSatisfy {
      header.contains(String($0).trimmed)
    }
  }
}
