import JSON

/// What a lock's entry says of its package, read as far as it is asked for.
///
/// Most entries are only compared with those of another lock; a tree alone needs all they say.
final class LockContents {
  private let node: JSON.Node?
  private let folderName: String
  private var known: Package?

  init(_ package: Package) {
    node = nil
    folderName = package.name ?? ""
    known = package
  }

  init(_ node: JSON.Node, name: String) {
    self.node = node
    folderName = name
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
    guard let node else { return package.name ?? folderName }
    return node["name"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? folderName
  }

  func isSpelled(as other: LockContents) -> Bool {
    guard let node, let its = other.node else { return false }
    return node.isSpelled(as: its)
  }
}
