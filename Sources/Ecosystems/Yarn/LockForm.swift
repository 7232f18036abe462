import Ecosystem
import JavaScript
import Text

extension YarnSources.Line {
  /// The tool with its major version, for messages.
  fileprivate var tool: String {
    switch self {
    case .classic: "Yarn 1"
    case .berry(let version): "Yarn \(version.major)"
    }
  }
}

extension YarnSources {
  /// Requires that the project's Yarn would write the present lock unchanged.
  ///
  /// A lock without packages has no lines to keep.
  /// - Throws: a refusal with the first line that Yarn would write differently.
  func requireForm() throws(Problem) {
    guard let lock = try lock.get(), !isBlank(lock.source) else { return }
    let (form, command) =
      switch lock.content {
      case .classic(let lock): (lock.bytes(newline: newline), "yarn install --force")
      case .berry(let lock): (lock.bytes(newline: newline), "yarn install")
      }
    try LockFormat(tool: line.tool, command: command).prove(lock.source, isOneOf: [form])
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
