import JSON
import JavaScript

/// The fields of a lock entry, parsed on demand.
///
/// Most entries are only compared with those of another lock; only a tree needs all fields.
final class LockContents {
  let node: JSON.Node?
  private let location: String
  private let root: String
  private var known: Package?

  init(_ package: Package) {
    node = nil
    location = ""
    root = ""
    known = package
  }

  /// Creates the contents of the entry at a location below a project's absolute path.
  init(_ node: JSON.Node, at location: String, root: String) {
    self.node = node
    self.location = location
    self.root = root
  }

  var package: Package {
    if let known { return known }
    guard let node else { return Package() }
    let package = Package(node, from: .lock)
    if package.name == nil { package.name = folderName }
    known = package
    return package
  }

  var version: String { node.map { $0["version"]?.string ?? "" } ?? package.version }
  var integrity: String? { node.map { $0["integrity"]?.string } ?? package.integrity }
  var resolved: String? { node.map { $0["resolved"]?.string } ?? package.resolved }

  var name: String {
    guard let node else { return package.name ?? "" }
    return node["name"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? folderName
  }

  private var folderName: String {
    // Only a folder directly below the root can need the names of folders above the root.
    Paths.packageName(
      of: location.utf8.contains(UInt8(ascii: "/")) && Paths.isPlain(location)
        ? location : Paths.resolve(root, location))
  }

  func has(_ field: String) -> Bool { node?[field] != nil }

  func isSpelled(as other: LockContents) -> Bool {
    guard let node, let its = other.node else { return false }
    return node.isSpelled(as: its)
  }
}
