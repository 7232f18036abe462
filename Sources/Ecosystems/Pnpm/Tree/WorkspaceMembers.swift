import JSON
import JavaScript

/// The members of a workspace by name and version.
struct WorkspaceMembers: Sendable {
  private var members: [String: [String: ResolverInput.Member]] = [:]

  init(_ all: [ResolverInput.Member]) {
    for member in all where !member.manifest.name.isEmpty {
      let version = member.manifest.version.isEmpty ? "0.0.0" : member.manifest.version
      members[member.manifest.name, default: [:]][version] = member
    }
  }

  var isEmpty: Bool { members.isEmpty }

  /// Whether a member has the name.
  func has(_ name: String) -> Bool { members[name] != nil }

  /// Returns a member of this version.
  func member(_ name: String, version: String) -> ResolverInput.Member? { members[name]?[version] }

  /// Returns the member with the highest version that fits; nil kind stands for every version.
  func member(_ name: String, fitting kind: RegistrySpec.Kind?) -> ResolverInput.Member? {
    guard let versions = members[name] else { return nil }
    if case .version(let version) = kind { return versions[version] }
    let fitting = versions.keys.filter { key in
      guard let version = Version(key, loose: true) else { return false }
      guard case .range(let range, let canonical) = kind, canonical != "*" else { return true }
      return range.contains(version)
    }
    let best = fitting.max { left, right in
      guard let left = Version(left, loose: true), let right = Version(right, loose: true) else {
        return false
      }
      return left < right
    }
    return best.flatMap { versions[$0] }
  }
}
