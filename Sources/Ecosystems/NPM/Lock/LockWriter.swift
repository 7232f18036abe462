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
  func bytes() throws(Problem) -> [UInt8] {
    var lock = inherited
    lock["lockfileVersion"] = .int(version)
    lock["requires"] = true
    lock["name"] = .string(root.packageName ?? root.name.text)
    if !root.version.isEmpty { lock["version"] = .string(root.version) }
    lock["packages"] = .object(packages())
    if version == 2 {
      let legacy = LegacyLock(root: root).dependencies()
      lock["dependencies"] = legacy.map { .object($0) }
    }
    if let problem = root.arena.problem { throw problem }
    do throws(NiceOrder.UnknownOrder) {
      let style = Style.indented(format.indent, newline: format.newline)
      var bytes = Value.object(try NiceOrder.sorted(lock)).bytes(style, about: size)
      bytes += format.newline.utf8
      return bytes
    } catch {
      throw Problem(
        .refused, "has a name outside ASCII, whose order is unknown", subject: error.key)
    }
  }

  private func packages() -> Object {
    let own = LockEntry.object(root, root: root)
    var entries = own.isEmpty ? [] : [Object.Entry(key: "", value: .object(own))]
    for node in root.inventory.nodes where !node.isRoot && !LockEntry.isOmitted(node) {
      let entry = LockEntry.object(node, root: root)
      entries.append(Object.Entry(key: node.location, value: .object(entry)))
    }
    return Object(distinct: entries)
  }
}
