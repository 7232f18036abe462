import Ecosystem
import JSON
import JavaScript
import Text

extension NPMEcosystem {
  /// Finds packages whose `resolved` is new and leads to an origin that is not a registry's.
  ///
  /// A registry may name any address for a tarball. npm writes it into the lock and fetches from
  /// there.
  func foreignSources(
    in change: Change, _ settings: Settings
  ) throws(Problem) -> [ForeignSource] {
    var (known, added): (Set<LockedSource>, Set<LockedSource>) = ([], [])
    for file in change.files
    where file.path.hasSuffix("package-lock.json") || file.path.hasSuffix("npm-shrinkwrap.json") {
      guard let after = file.after else { continue }
      let before = try file.before.map { bytes throws(Problem) in
        try LockedSource.all(in: bytes, file.path)
      }
      known.formUnion(before ?? [])
      added.formUnion(try LockedSource.all(in: after, file.path).subtracting(before ?? []))
    }
    return try settings.foreignSources(among: added, before: known)
  }
}

extension LockedSource {
  /// The sources of a lock of any format.
  fileprivate static func all(
    in lock: [UInt8], _ path: String
  ) throws(Problem) -> Set<LockedSource> {
    let root = try Manifest.document(SourceText(file: path, bytes: lock)).root
    var result: Set<LockedSource> = []
    for member in root["packages"]?.members ?? [] {
      guard let address = member.value["resolved"]?.string, member.value["link"]?.bool != true
      else { continue }
      let name = member.value["name"]?.string ?? Self.name(at: member.key)
      result.insert(LockedSource(package: name, address: address))
    }
    var open = Array(root["dependencies"]?.members ?? [])
    while let member = open.popLast() {
      // Old locks have the address of anything but a registry's package in `version`.
      let version = member.value["version"]?.string.flatMap { $0.contains(":") ? $0 : nil }
      for address in [member.value["resolved"]?.string, version].compactMap(\.self) {
        result.insert(LockedSource(package: member.key, address: address))
      }
      open += member.value["dependencies"]?.members ?? []
    }
    return result
  }

  /// The name of a package by its place in the tree.
  static func name(at path: String) -> String {
    path.ranges(of: "node_modules/").last.map { String(path[$0.upperBound...]) } ?? path
  }
}
