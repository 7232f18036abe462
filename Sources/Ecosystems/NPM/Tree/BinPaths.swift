import JSON
import JavaScript

/// The commands of a package, each with a path that cannot leave it.
///
/// Follows npm-normalize-package-bin 3.0.1: a text is the package's own command, names lose their
/// folders, paths lose their way up.
struct BinPaths {
  private(set) var object = Object()
  private let isPublished: Bool

  /// Reads the field; nil where no command is left.
  ///
  /// - Parameters:
  ///   - node: a text, an array or an object.
  ///   - package: the name that a text alone is for.
  ///   - isPublished: drops paths that begin with a dot, as npm does with what registries send.
  init?(_ node: JSON.Node, of package: String?, isPublished: Bool) {
    self.isPublished = isPublished
    switch node.kind {
    case .string:
      guard let package, let path = node.string else { return nil }
      add(package, path)
    case .array:
      for path in node.elements.compactMap(\.string) { add(Paths.basename(path), path) }
    case .object:
      for member in node.members {
        if let path = member.value.string { add(member.key, path) }
      }
    default: return nil
    }
    if object.isEmpty { return nil }
  }

  private mutating func add(_ name: String, _ path: String) {
    let unixName = String(name.map { $0 == "\\" || $0 == ":" ? "/" : $0 })
    let base = Self.rooted(Paths.basename(Self.trimmed(unixName)))
    let target = Self.rooted(String(path.map { $0 == "\\" ? "/" : $0 }))
    if base.isEmpty || target.isEmpty { return }
    if isPublished, base.hasPrefix(".") || target.hasPrefix(".") { return }
    object[base] = .string(target)
  }

  /// Node's `basename` passes over slashes at the end.
  private static func trimmed(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    return String(path)
  }

  /// `join("/", path)` without its slash: what leads up and out is cut off, a slash at the end
  /// stays.
  private static func rooted(_ path: String) -> String {
    let normal = String(Paths.normalize("/" + path).dropFirst())
    return path.last == "/" && !normal.isEmpty ? normal + "/" : normal
  }
}
