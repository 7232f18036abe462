import Text
import JSON
import JavaScript

/// The commands of a package, normalized like npm-normalize-package-bin 3.0.1.
///
/// A text is a command with the package's name. Names lose their folders, and paths cannot lead out
/// of the package.
struct BinPaths {
  private(set) var object = Object()
  private let isPublished: Bool

  /// Parses the field; nil if it has no valid command.
  ///
  /// - Parameters:
  ///   - node: a text, an array or an object.
  ///   - package: the name of the command for a text.
  ///   - isPublished: whether to drop paths that start with a dot, as npm does for registries'
  ///     manifests.
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

  /// Removes final slashes, which Node's `basename` ignores.
  private static func trimmed(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    return String(path)
  }

  /// Normalizes a path below the package; a final slash stays.
  private static func rooted(_ path: String) -> String {
    let normal = String(Paths.normalize("/" + path).dropFirst())
    return path.last == "/" && !normal.isEmpty ? normal + "/" : normal
  }
}

extension Package {
  /// Adds the commands of `directories.bin`: all files below that folder.
  ///
  /// - Parameters:
  ///   - manifest: the package's manifest.
  ///   - folder: the absolute path of the package.
  ///   - files: the absolute paths of all files, which are listed only if the manifest has such a folder.
  func addBinFolder(
    _ manifest: JSON.Node, at folder: String, among files: @autoclosure () -> [String]
  ) {
    guard manifest["bin"]?.isTruthy != true,
      let directory = manifest["directories"]?["bin"]?.string, !directory.isEmpty
    else { return }
    let bins = Paths.normalize(folder + Paths.normalize("/" + directory))
    var commands = Object()
    for file in files() {
      guard let rest = Paths.tail(of: file, below: bins) else { continue }
      if rest.slashParts().contains(where: { $0.hasPrefix(".") }) { continue }
      commands[Paths.basename(file)] = .string(Paths.relative(folder, file))
    }
    if !commands.isEmpty { copied["bin"] = .object(commands) }
  }
}
