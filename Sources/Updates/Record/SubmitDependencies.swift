import Crypto
import Ecosystem
import Forges
import Store

extension RepositoryPass {
  /// Submits the locked packages of the default branch to the host's dependency graph, if the operator
  /// wants that and they have changed since the last time.
  ///
  /// A refusal is a notice and doesn't fail the pass; the next pass tries again.
  ///
  /// - Returns: what identifies the submitted packages; nil if nothing was submitted now.
  /// - Throws: `DatabaseError`.
  func submitDependencies(
    of checkouts: [Checkout], _ report: inout RepositoryReport
  ) async throws -> String? {
    guard world.submitsDependencies, !isDry, let target = forge.dependencyGraph,
      let checkout = checkouts.first(where: { $0.branch == $0.base.defaultBranch })
    else { return nil }
    let repository = forge.id(of: checkout.base.repository)
    let observations = try await world.store.observations(of: repository)
      .filter { $0.branch == checkout.branch }
    let snapshot = DependencySnapshot(
      commit: checkout.head, branch: checkout.branch, scannedAt: world.now(),
      version: world.version, manifests: manifests(of: observations))
    let digest = snapshot.digest
    let known = try await world.store.record(of: repository)?.submitted ?? ""
    guard digest != known, !(snapshot.manifests.isEmpty && known.isEmpty) else { return nil }
    do throws(ForgeError) {
      try await target.submit(snapshot, in: checkout.base.repository)
      return digest
    } catch {
      report.notices.append(
        "the dependencies could not be submitted to the dependency graph: \(error.message)")
      return nil
    }
  }

  private func manifests(
    of observations: [Observation]
  ) -> [String: [DependencySnapshot.Package]] {
    let types = Dictionary(
      world.ecosystems.map { ($0.description.id.rawValue, $0.description.purlType) }
    ) { first, _ in first }
    var manifests: [String: [String: DependencySnapshot.Package]] = [:]
    for seen in observations {
      let versions = seen.versions.isEmpty ? [seen.current].compactMap(\.self) : seen.versions
      for version in versions {
        guard let url = packageURL(seen.name, version, type: types[seen.ecosystem]) else {
          continue
        }
        let found = DependencySnapshot.Package(
          url: url, isDirect: seen.kind == "direct", isDevelopment: seen.purpose == "development")
        let other = manifests[seen.manifest]?[url]
        manifests[seen.manifest, default: [:]][url] = other.map { $0.joined(with: found) } ?? found
      }
    }
    return manifests.mapValues { $0.values.sorted { $0.url < $1.url } }
  }
}

extension DependencySnapshot.Package {
  /// The same package, which two places of a manifest lead to.
  fileprivate func joined(with other: Self) -> Self {
    Self(
      url: url, isDirect: isDirect || other.isDirect,
      isDevelopment: isDevelopment && other.isDevelopment)
  }
}

extension DependencySnapshot {
  /// Identifies the packages, whatever the commit is.
  fileprivate var digest: String {
    let lines = manifests.sorted { $0.key < $1.key }.flatMap { path, packages in
      [path] + packages.map { "\($0.url) \($0.isDirect) \($0.isDevelopment)" }
    }
    return Digest(.sha256, of: lines.joined(separator: "\n")).hexadecimal
  }
}
