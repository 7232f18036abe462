import HTTP
import JSON
import Time

extension GitHubForge: DependencySubmitting {
  /// `POST dependency-graph/snapshots`; needs `contents: write`.
  ///
  /// A snapshot replaces the earlier one with the same correlator and detector.
  package func submit(
    _ snapshot: DependencySnapshot, in repository: RepositoryName
  ) async throws(ForgeError) {
    let _: GitHubSubmission = try await host.write(
      .write(
        .post, repository.path("dependency-graph", "snapshots"), snapshot.body,
        scope: .owner(repository.owner)))
  }
}

/// An answer whose content doesn't matter.
private struct GitHubSubmission: Decodable, Sendable {}

extension DependencySnapshot {
  /// Source: <https://docs.github.com/rest/dependency-graph/dependency-submission>.
  fileprivate var body: Value {
    let manifests = manifests.sorted { $0.key < $1.key }.map { path, packages in
      let resolved = packages.map { ($0.url, $0.value) }
      return (
        path,
        [
          "name": .string(path), "file": ["source_location": .string(path)],
          "resolved": .object(Object(resolved)),
        ] as Value
      )
    }
    return [
      "version": 0, "sha": .string(commit), "ref": .string("refs/heads/\(branch)"),
      "job": ["id": .string(commit), "correlator": "martlet"],
      "detector": [
        "name": "martlet", "version": .string(version),
        "url": "https://github.com/martlet/martlet",
      ],
      "scanned": .string(scannedAt.rfc3339Seconds), "manifests": .object(Object(manifests)),
    ]
  }
}

extension DependencySnapshot.Package {
  fileprivate var value: Value {
    [
      "package_url": .string(url), "relationship": isDirect ? "direct" : "indirect",
      "scope": isDevelopment ? "development" : "runtime",
    ]
  }
}
