import Ecosystem
import References
import Testing

private let outside = Outside(
  [
    "https://charts.example/index.yaml": """
    apiVersion: v1
    entries:
      redis:
        - {version: 18.1.0}
        - {version: 17.0.0}

    """
  ], images: ["acme/charts/cache": "1.0.0 1.1.0"])

/// A chart with all that Helm's digest depends on, and its lock; the digests are computed with Python's
/// `json` and `hashlib` by the rule in `ChartLock`, which agrees with files of public charts.
private func chart(_ redis: String, _ cache: String) -> String {
  """
  apiVersion: v2
  name: shop
  dependencies:
    - name: redis
      version: \(redis)
      repository: https://charts.example
      condition: redis.enabled
      tags: [a]
      enabled: false
      import-values:
        - data
        - {parent: c, child: b}
      alias: x
    - name: cache
      version: "\(cache)"
      repository: oci://ghcr.io/acme/charts
    - {name: own, version: ">=1", repository: file://../own}

  """
}

private func lock(_ redis: String, _ cache: String, digest: String) -> String {
  """
  dependencies:
  - name: redis
    repository: https://charts.example
    version: \(redis)
  - name: cache
    repository: oci://ghcr.io/acme/charts
    version: \(cache)
  - name: own
    repository: file://../own
    version: 1.2.0
  digest: sha256:\(digest)
  generated: "2022-12-20T22:22:12.973781199+01:00"

  """
}

private let before = lock(
  "17.0.0", "1.0.0", digest: "143998b6f86d9bb538d2b21a401c2698a3b71befb611872c3efa5336ce3ca7fd")

@Suite struct `The lock of a chart` {
  @Test func `moves with the chart, with Helm's digest`() async throws {
    let project = try await outside.open(
      .helm, ["a/Chart.yaml": chart("17.0.0", "1.0.0"), "a/Chart.lock": before])
    #expect(
      try await project.updated() == [
        "a/Chart.yaml": chart("18.1.0", "1.1.0"),
        "a/Chart.lock": lock(
          "18.1.0", "1.1.0",
          digest: "0d2c31a79111ab11f0ca506d348527b31241bc149c6fa59e091a52d6965c54fa"),
      ])
  }

  @Test func `has the version of an open range`() async throws {
    let files = { (major: String, version: String, digest: String) in
      [
        "Chart.yaml":
          "dependencies: [{name: redis, version: \(major).*, repository: https://charts.example}]\n",
        "Chart.lock":
          "dependencies:\n- name: redis\n  repository: https://charts.example\n  version: \(version)\n"
          + "digest: sha256:\(digest)\ngenerated: \"x\"\n",
      ]
    }
    let old = files(
      "17", "17.0.0", "d2cb465f09e4f3f0080adc0ccd393481ec892ee1304cdc6bb9ca99fffc8579c1")
    let new = files(
      "18", "18.1.0", "3158a791fd8cb267cb70a8266704d9c7d75694c9c6cd99b2a5b3875810decaef")
    #expect(try await outside.open(.helm, old).updated() == new)
  }

  @Test(arguments: [
    ("digest: sha256:", "digest: sha256:0", "doesn't belong to its Chart.yaml"),
    ("- name: own", "- name: other", "doesn't belong to its Chart.yaml"),
    ("digest:", "hash:", "has no digest"),
    ("  version: 1.2.0\n", "", "has a dependency without a name or a version"),
  ]) func `is refused if it isn't understood`(
    text: String, other: String, reason: String
  ) async throws {
    let changed = before.replacing(text, with: other)
    let project = try await outside.open(
      .helm, ["Chart.yaml": chart("17.0.0", "1.0.0"), "Chart.lock": changed])
    let found = try await project.found()
    #expect(
      found.count == 2
        && found.allSatisfy { $0.contains("is also in Chart.lock, which \(reason)") }, "\(found)")
  }
}
