package import JSON

/// The machine for which packages are chosen, in Node's terms (`process.platform`, `process.arch`).
///
/// Implements `os`, `cpu` and `libc` of manifests as npm-install-checks 6 checks them.
package struct Platform: Hashable, Sendable {
  /// `linux`, `darwin`, `win32` and so on.
  package var os: String
  /// `x64`, `arm64` and so on.
  package var cpu: String
  /// `glibc` or `musl` of Linux; empty for other systems.
  package var libc: String

  /// Linux on x64 with glibc: the platform of the fidelity tests, and of most servers.
  package static let linux = Platform(os: "linux", cpu: "x64", libc: "glibc")

  /// Parses `os-cpu` or `os-cpu-libc` with Node's names; the C library of Linux is glibc by default.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count) else { return nil }
    self.init(
      os: parts[0], cpu: parts[1],
      libc: parts.count > 2 ? parts[2] : parts[0] == "linux" ? "glibc" : "")
  }

  /// Creates a platform.
  init(os: String, cpu: String, libc: String) {
    self.os = os
    self.cpu = cpu
    self.libc = libc
  }

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
