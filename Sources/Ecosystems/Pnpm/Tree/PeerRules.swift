import JSON
import JavaScript

/// `peerDependencyRules`, which pnpm 8 applies to manifests; later versions only use them for warnings.
///
/// Source: `createPeerDependencyPatcher.ts` of pnpm 8.
struct PeerRules: Sendable {
  /// Versions of a peer that are allowed besides those of its range, for versions of one package.
  private struct Budget: Sendable {
    /// The versions of the package, with the range; nil for all.
    var versions: (text: String, range: Range?)?
    var ranges: [String]
  }

  private let ignored: NameMatcher
  private let free: NameMatcher
  /// By the name of the peer, and by that of the package that has it.
  private var budgets: [String: [String: [Budget]]] = [:]
  /// Those for all packages, by the name of the peer.
  private var generalRanges: [String: [String]] = [:]

  /// Reads the rules; without any, manifests stay as they are.
  init(_ rules: Value?) {
    let names = { (key: String) in rules?[key]?.array?.compactMap(\.string) ?? [] }
    ignored = NameMatcher(names("ignoreMissing"))
    free = NameMatcher(names("allowAny"))
    for member in rules?["allowedVersions"]?.object?.members ?? [] {
      guard let text = member.value.string else { continue }
      let (parent, peer) = OverrideRules.split(member.key)
      guard let parent else {
        generalRanges[peer.name] = Self.parts(of: text)
        continue
      }
      let versions = parent.range.flatMap { $0.isEmpty ? nil : (text: $0, range: Range($0)) }
      budgets[peer.name, default: [:]][parent.name, default: []].append(
        Budget(versions: versions, ranges: Self.parts(of: text)))
    }
  }

  /// Changes the peers of a manifest.
  func apply(to manifest: inout PackageManifest) {
    for (name, range) in manifest.peerDependencies.pairs {
      if ignored.matches(name) { manifest.setOptional(peer: name) }
      if free.matches(name) {
        manifest.peerDependencies[name] = "*"
      } else if range != "*", let allowed = ranges(of: name, range, for: manifest) {
        manifest.peerDependencies[name] = Self.joined(range, allowed)
      }
    }
  }

  /// Returns the ranges that a rule adds to a peer; those for a package go before general ones.
  private func ranges(
    of peer: String, _ range: String, for manifest: PackageManifest
  ) -> [String]? {
    // Rules for a package don't apply to a peer with an empty range.
    let budgets = range.isEmpty ? [] : budgets[peer]?[manifest.name] ?? []
    let version = budgets.isEmpty ? nil : Version(manifest.version)
    let own = budgets.last { budget in
      guard let (text, range) = budget.versions, text != manifest.version else { return true }
      return version.map { range?.contains($0) ?? false } ?? false
    }
    return own?.ranges ?? generalRanges[peer]
  }

  private static func joined(_ range: String, _ allowed: [String]) -> String {
    if allowed.contains("*") { return "*" }
    let present = parts(of: range)
    var all = present
    for other in allowed where !all.contains(other) { all.append(other) }
    return all.joined(separator: " || ")
  }

  private static func parts(of range: String) -> [String] {
    range.split(separator: "||", omittingEmptySubsequences: false).map { String($0).trimmed }
  }
}

extension PackageManifest {
  /// Marks a peer as optional.
  fileprivate mutating func setOptional(peer name: String) {
    if let index = peerMeta.firstIndex(where: { $0.name == name }) {
      peerMeta[index].isOptional = true
    } else {
      peerMeta.append((name, true))
    }
  }
}
