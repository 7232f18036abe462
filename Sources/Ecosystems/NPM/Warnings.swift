package import Ecosystem
import JSON
import JavaScript
import Text

extension NPMSources {
  /// Compares the install scripts and platforms in both locks, of all packages in the change.
  ///
  /// npm has no solution with unmet peers, except in workspaces.
  package static func warnings(about change: Change) -> [Warning] {
    let isNPM = change.files.contains { traits.tool.locks.contains(TreePath.name(of: $0.path)) }
    let peers = isNPM ? change.warnings : []
    return change.files.flatMap { file -> [Warning] in
      guard traits.tool.locks.contains(TreePath.name(of: file.path)),
        let before = file.before, let after = file.after
      else { return [] }
      let known = Set(ScriptedPackage.all(in: before).map(\.name))
      let limited = LimitedPackage.all(in: after).subtracting(LimitedPackage.all(in: before))
      return ScriptedPackage.all(in: after).filter { !known.contains($0.name) }
        .map { .installScript(package: $0.name, version: $0.version) }
        + limited.sorted { ($0.name, $0.version) < ($1.name, $1.version) }.map {
          .otherPlatform(package: $0.name, version: $0.version, needs: $0.needs)
        }
    } + peers
  }
}

/// A package in a lock with an install script.
private struct ScriptedPackage {
  var name: String
  var version: String

  /// Returns them sorted by name and version; none for a lock of version 1 or an unreadable one.
  static func all(in lock: [UInt8]) -> [ScriptedPackage] {
    guard let root = try? Document(lock, named: "lock").root else { return [] }
    let found = (root["packages"]?.members ?? []).compactMap { member -> ScriptedPackage? in
      guard member.value["hasInstallScript"]?.bool == true,
        let cut = member.key.ranges(of: "node_modules/").last
      else { return nil }
      let name = member.value["name"]?.string ?? String(member.key[cut.upperBound...])
      return ScriptedPackage(name: name, version: member.value["version"]?.string ?? "")
    }
    return found.sorted { ($0.name, $0.version) < ($1.name, $1.version) }
  }
}

/// A required package in a lock that can't be installed on the platform of most servers.
private struct LimitedPackage: Hashable {
  var name: String
  var version: String
  /// What it requires of the platform.
  var needs: String

  /// Returns them; none for a lock of version 1 or an unreadable one.
  static func all(in lock: [UInt8]) -> Set<LimitedPackage> {
    guard let root = try? Document(lock, named: "lock").root else { return [] }
    return Set(
      (root["packages"]?.members ?? []).compactMap { member -> LimitedPackage? in
        let entry = member.value
        guard let cut = member.key.ranges(of: "node_modules/").last,
          entry["optional"]?.bool != true, entry["devOptional"]?.bool != true,
          let needs = Platform.linux.objection(to: { entry[$0]?.value })
        else { return nil }
        let name = entry["name"]?.string ?? String(member.key[cut.upperBound...])
        return LimitedPackage(name: name, version: entry["version"]?.string ?? "", needs: needs)
      })
  }
}
