import Ecosystem
import JSON

/// Writes the lock of a tree, byte for byte as npm does.
struct LockWriter {
  let root: Node
  /// 2 or 3.
  let version: Int
  let format: LockFormat
  /// The fields of the old lock that npm keeps.
  let inherited: Object
  /// The estimated size in bytes.
  let size: Int

  /// Returns the whole file.
  ///
  /// The entries of packages are created one after the other, so that they are never in memory together.
  func bytes() throws(Problem) -> [UInt8] {
    var lock = inherited
    lock["lockfileVersion"] = .int(version)
    lock["requires"] = true
    lock["name"] = .string(root.packageName ?? root.name.text)
    if !root.version.isEmpty { lock["version"] = .string(root.version) }
    lock["packages"] = .object(Object())
    if version == 2 {
      let legacy = LegacyLock(root: root).dependencies()
      lock["dependencies"] = legacy.map { .object($0) }
    }
    if let problem = root.arena.problem { throw problem }
    let written = Result { () throws(NiceOrder.UnknownOrder) in try bytes(of: lock) }
    if let problem = root.arena.problem { throw problem }
    do throws(NiceOrder.UnknownOrder) {
      return try written.get()
    } catch {
      throw Problem(
        .refused, "has a name outside ASCII, whose order is unknown", subject: error.key)
    }
  }

  /// Writes the fields and, in the place of `packages`, the entries of the tree.
  private func bytes(of lock: Object) throws(NiceOrder.UnknownOrder) -> [UInt8] {
    let style = Style.indented(format.indent, newline: format.newline)
    let entries = Entries(root: root, nodes: try NiceOrder.sorted(nodes, by: \.location))
    var bytes = try NiceOrder.sorted(lock).bytes(
      style, about: size, replacing: "packages", by: entries.stream)
    if let error = entries.error { throw error }
    bytes += format.newline.utf8
    return bytes
  }

  /// The nodes with an entry in `packages`, the root first if its entry has fields.
  private var nodes: [Node] {
    let others = root.inventory.nodes.filter { !$0.isRoot && !LockEntry.isOmitted($0) }
    return LockEntry.object(root, root: root).isEmpty ? others : [root] + others
  }
}

/// The entries of a lock.
private final class Entries {
  private let root: Node
  private let nodes: [Node]
  /// The first key whose order is unknown.
  private(set) var error: NiceOrder.UnknownOrder?

  init(root: Node, nodes: [Node]) {
    self.root = root
    self.nodes = nodes
  }

  var stream: MemberStream {
    MemberStream(keys: nodes.map(\.location)) { .object(self.entry($0)) }
  }

  private func entry(_ index: Int) -> Object {
    do throws(NiceOrder.UnknownOrder) {
      return try NiceOrder.sorted(LockEntry.object(nodes[index], root: root))
    } catch {
      self.error = self.error ?? error
      return Object()
    }
  }
}
