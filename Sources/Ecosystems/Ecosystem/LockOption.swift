/// An option of `martlet lock` that only some lock files support.
package enum LockOption: CaseIterable, Hashable, Sendable {
  /// Locks for a further platform.
  case platforms
  /// Adds the checksums of all packages.
  case checksums
}
