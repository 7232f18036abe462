import JSON

/// The machine that an installation is worked out for, in Node's words.
struct Platform {
  var os: String
  var cpu: String
  var libc: String

  /// Where martlet's fidelity is measured, and where most services run.
  static let linux = Platform(os: "linux", cpu: "x64", libc: "glibc")

  /// Says what a package demands that this platform is not; nil where it demands nothing such.
  func problem(of package: Package) -> String? {
    for (field, value) in [("os", os), ("cpu", cpu), ("libc", libc)] {
      guard let list = package.copied[field], list.isTruthy else { continue }
      if !Self.admits(value, list) {
        return "\(field) has to be \(list.text(.compact)), not \(value)"
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
