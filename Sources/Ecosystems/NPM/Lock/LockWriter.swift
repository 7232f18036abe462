import Ecosystem
import JSON

/// Writes the lock that describes a tree, byte for byte as npm does.
struct LockWriter {
  let root: Node
  /// 2 or 3.
  let version: Int
  let format: LockFormat
  /// Fields of the old lock that npm carries along.
  let inherited: Object
  /// Whether C libraries are told, as npm 11 does.
  let writesLibc: Bool

  /// The whole file.
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
    do throws(NiceOrder.UnknownPlace) {
      let text = Value.object(try NiceOrder.sorted(lock))
        .text(.indented(format.indent, newline: format.newline))
      return Array((text + format.newline).utf8)
    } catch {
      throw Problem(
        .refused, "has a name outside ASCII, whose order is unknown", subject: error.key)
    }
  }

  private func packages() -> Object {
    var result = Object()
    let own = LockEntry.object(root, root: root, writesLibc: writesLibc)
    if !own.isEmpty { result[""] = .object(own) }
    for node in root.inventory.nodes where !node.isRoot {
      result[node.location] = .object(LockEntry.object(node, root: root, writesLibc: writesLibc))
    }
    return result
  }
}
