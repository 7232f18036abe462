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
      let (old, new) = (NotablePackages(in: before), NotablePackages(in: after))
      let known = Set(old.scripted.map(\.name))
      let scripted = new.scripted.filter { !known.contains($0.name) }
      let limited = new.limited.subtracting(old.limited)
        .sorted { ($0.name, $0.version) < ($1.name, $1.version) }
      return scripted.map { .installScript(package: $0.name, version: $0.version) }
        + limited.map { .otherPlatform(package: $0.name, version: $0.version, needs: $0.needs) }
    } + peers
  }
}

/// The packages of a lock that a warning can be about.
private struct NotablePackages {
  /// Those with an install script, sorted by name and version.
  private(set) var scripted: [ScriptedPackage] = []
  /// The required ones that can't be installed on the platform of most servers.
  private(set) var limited: Set<LimitedPackage> = []

  /// Reads a lock; one of version 1 or an unreadable one has none.
  init(in lock: [UInt8]) {
    guard let packages = try? Document(lock, named: "lock").root["packages"] else { return }
    for member in packages.members {
      let entry = member.value
      let isScripted = entry["hasInstallScript"]?.bool == true
      let isOptional = entry["optional"]?.bool == true || entry["devOptional"]?.bool == true
      let needs = isOptional ? nil : Platform.linux.objection(to: { entry[$0]?.value })
      guard isScripted || needs != nil,
        let cut = member.key.ranges(of: "node_modules/").last
      else { continue }
      let name = entry["name"]?.string ?? String(member.key[cut.upperBound...])
      let version = entry["version"]?.string ?? ""
      if isScripted { scripted.append(ScriptedPackage(name: name, version: version)) }
      if let needs { limited.insert(LimitedPackage(name: name, version: version, needs: needs)) }
    }
    scripted.sort { ($0.name, $0.version) < ($1.name, $1.version) }
  }
}

/// A package with an install script.
private struct ScriptedPackage {
  var name: String
  var version: String
}

/// A package that requires a platform.
private struct LimitedPackage: Hashable {
  var name: String
  var version: String
  /// What it requires of the platform.
  var needs: String
}
