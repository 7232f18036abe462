import Ecosystem
import JavaScript
import Text

extension PnpmVersion {
  /// A version of pnpm 8 that folds other texts.
  fileprivate var otherWidth: String { lineWidth == nil ? "8.15.1" : "8.15.2" }
}

extension PnpmSources {
  /// Requires that pnpm would write the present lock unchanged.
  ///
  /// The sections of its importers can also have the order of another version of pnpm.
  /// - Parameters:
  ///   - version: the project's pnpm.
  ///   - own: what it writes for the content of the lock.
  /// - Throws: a refusal with the first line that pnpm would write differently.
  func requireForm(_ version: PnpmVersion, _ own: [UInt8]) throws(Problem) {
    guard let lockText, own != lockText.bytes else { return }
    let lock = try self.lock.get()
    let others = version.major > 9 ? "9.0.0" : version.major == 9 ? "10.0.0" : version.otherWidth
    let other = try PnpmVersion(others, at: nil)
    try LockFormat(tool: "pnpm \(version.major)", command: "pnpm install")
      .prove(lockText, isOneOf: [own, environment + lock.bytes(other)])
  }
}
