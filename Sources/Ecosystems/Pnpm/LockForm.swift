import Ecosystem
import JavaScript
import Text

extension ProjectSources {
  /// Requires that pnpm would write the present lock unchanged.
  ///
  /// The sections of its importers can also have the order of another version of pnpm.
  /// - Parameters:
  ///   - version: the project's pnpm.
  ///   - own: what it writes for the content of the lock.
  /// - Throws: a refusal with the first line that pnpm would write differently.
  func requireForm(_ version: PnpmVersion, _ own: [UInt8]) throws(Problem) {
    guard let lockSource, own != lockSource.bytes else { return }
    let lock = try self.lock.get()
    let other = try PnpmVersion(version.major > 9 ? "9.0.0" : "10.0.0", at: nil)
    try LockFormat(tool: "pnpm \(version.major)", command: "pnpm install")
      .prove(lockSource, isOneOf: [own, environment + lock.bytes(other)])
  }
}
