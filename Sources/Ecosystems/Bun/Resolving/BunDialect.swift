import Ecosystem
import JavaScript

/// How a version of Bun resolves and writes.
///
/// Before 1.4.4 the result depends on the order in which a registry answers, unless each new dependency
/// has one version that fits.
struct BunDialect: Hashable, Sendable {
  /// The version whose locks are measured most: 1.4.4.
  static let newest = BunDialect(Version(1, 4, 4))

  private let version: Version

  /// Describes a version.
  init(_ version: Version) {
    self.version = version
  }

  /// Whether it is 1.4.4 or later.
  private var isSettled: Bool { version.release >= Version(1, 4, 4) }

  /// Whether the result doesn't depend on the order of answers.
  var isDeterministic: Bool { isSettled }
  /// Whether entries have `libc` and `hasInstallScript`.
  var writesDetails: Bool { isSettled }
  /// Whether deprecated versions are passed over.
  var avoidsDeprecated: Bool { isSettled }
  /// Whether `packageExtensions` are read.
  var readsExtensions: Bool { isSettled }
  /// Whether an empty `trustedDependencies` is written.
  var writesEmptyTrusted: Bool { isSettled }
  /// Whether `catalogs.default` and `catalog` are one catalog.
  var joinsDefault: Bool { isSettled }
  /// Whether overrides can be about one parent or one range.
  var readsNestedOverrides: Bool { version.release >= Version(1, 4, 0) }
  /// `lockfileVersion` of a new lock.
  var lockVersion: Int { version.release >= Version(1, 4, 0) ? 2 : 1 }

  /// Requires that the result for a project is known.
  ///
  /// - Throws: a refusal for versions that aren't measured, and what a version does in another way.
  func check(_ input: ResolverInput) throws(Problem) {
    let name = "Bun \(version)"
    guard version.release >= Version(1, 3, 2), version.major == 1 else {
      throw Problem(.refused, "is a version whose locks martlet doesn't write", subject: name)
    }
    if isSettled { return }
    if let lock = input.lock {
      if lock.version > lockVersion + (readsNestedOverrides ? 1 : 0) {
        throw Problem(
          .refused, "ignores locks of version \(lock.version), and would make a new one",
          subject: name)
      }
      if !lock.extensions.isEmpty {
        throw Problem(.refused, "doesn't know packageExtensions of the lock", subject: name)
      }
    }
    if input.overrides.hasNested, !readsNestedOverrides {
      throw Problem(
        .refused, "ignores overrides for one parent or one range", subject: name)
    }
    if input.aim == .updateAll {
      throw Problem(
        .refused, "updates packages depending on the order in which the registry answers",
        subject: name, advice: "use Bun 1.4.4 or later")
    }
  }

  /// Requires that each edge of this run has one version that fits.
  ///
  /// - Throws: a refusal that names the first other package.
  func check(_ graph: Graph, _ input: ResolverInput) throws(Problem) {
    if isSettled { return }
    for owner in graph.reachable(throughOptionalPeers: false).sorted() {
      for edge in graph[owner].edges where !edge.isSettled && !edge.isOptionalPeer {
        guard let target = edge.target, graph[target].isRegistered else { continue }
        let text = input.overrides.replacement(for: edge, of: graph[owner]) ?? edge.text
        let versions = graph.versions(of: graph[target].name)
        let requirement = Requirement(edge.name, text)
        let fitting = versions.filter { graph[$0].version.map(requirement.admits) ?? false }
        if edge.kind == .peer ? versions.count == 1 : fitting.count < 2 { continue }
        throw Problem(
          .refused, "gets a version that depends on the order in which the registry answers",
          subject: "\(edge.name)@\(text)", advice: "use Bun 1.4.4 or later")
      }
    }
  }
}
