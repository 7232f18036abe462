package import JSON

/// The machine for which packages are chosen, in Node's terms (`process.platform`, `process.arch`).
///
/// Implements `os`, `cpu` and `libc` of manifests as npm-install-checks 6 checks them.
package struct Platform: Hashable, Sendable {
  /// `linux`, `darwin`, `win32` and so on.
  package var os: String
  /// `x64`, `arm64` and so on.
  package var cpu: String
  /// `glibc` or `musl`.
  package var libc: String

  /// Linux on x64 with glibc: the platform of the fidelity tests, and of most servers.
  package static let linux = Platform(os: "linux", cpu: "x64", libc: "glibc")

  /// Explains which field excludes the platform; nil if none does.
  ///
  /// `field` returns the value of `os`, `cpu` or `libc` in a manifest: a text or an array of texts,
  /// each possibly negated as `!win32`.
  package func objection(to field: (String) -> Value?) -> String? {
    for (name, value) in [("os", os), ("cpu", cpu), ("libc", libc)] {
      guard let list = field(name), list.isTruthy else { continue }
      if !Self.admits(value, list) {
        return "\(name) has to be \(list.text(.compact)), not \(value)"
      }
    }
    return nil
  }

  private static func admits(_ value: String, _ list: Value) -> Bool {
    let entries = list.array?.compactMap(\.string) ?? list.string.map { [$0] } ?? []
    if entries == ["any"] { return true }
    let denied = entries.filter { $0.hasPrefix("!") }
    if denied.contains("!" + value) { return false }
    return entries.contains(value) || denied.count == entries.count
  }
}
