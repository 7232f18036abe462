import Ecosystem
import TestSupport
import Testing

@testable import References

@Suite struct `A tag of an image` {
  @Test(arguments: [
    ("22", "", [22], nil, ""), ("22-alpine", "", [22], nil, "-alpine"),
    ("3.12.4-slim-bookworm", "", [3, 12, 4], nil, "-slim-bookworm"),
    ("v1.2", "v", [1, 2], nil, ""), ("17beta1", "", [17], "beta1", ""),
    ("3.13.0rc1-slim", "", [3, 13, 0], "rc1", "-slim"),
    ("1.2.3-rc.1", "", [1, 2, 3], "rc.1", ""), ("jdk-21.0.2_13", "jdk-", [21, 0, 2], nil, "_#"),
    ("7.2.4-debian-12-r3", "", [7, 2, 4], nil, "-debian-12-r#"), ("16-3.4", "", [16], nil, "-#.#"),
    ("3.12-slim-20240115", "", [3, 12], nil, "-slim-#date"),
    ("22-alpine3.20", "", [22], nil, "-alpine3.20"),
    ("php8.2-apache", "php", [8, 2], nil, "-apache"), ("pg17", "pg", [17], nil, ""),
    ("ltsc2022", "ltsc", [2022], nil, ""), ("b1234", "b", [1234], nil, ""),
    ("8u392-jre", "", [8, 392], nil, "-jre"), ("1_2_3", "", [1, 2, 3], nil, ""),
    ("1-2-3-alpine", "", [1, 2, 3], nil, "-alpine"), ("19c", "", [19], nil, "c"),
    ("1.2.3-sp1", "", [1, 2, 3], nil, "-sp#"), ("node20", "node", [20], nil, ""),
    ("20240115", "", [20_240_115], nil, ""),
    ("bookworm-20240110", "bookworm-", [20_240_110], nil, ""),
    // harness/delegate, linuxserver, Amazon EKS, K3s, Rancher, GitLab, MinIO
    ("24.08.83802.minimal", "", [24, 8, 83802], nil, ".minimal"),
    ("8.9.2-ls210", "", [8, 9, 2], nil, "-ls#"),
    ("v1.10.1-eksbuild.4", "v", [1, 10, 1], nil, "-eksbuild.#"),
    ("v1.28.3-k3s1", "v", [1, 28, 3], nil, "-k3s#"),
    ("v2.7.9-rancher1", "v", [2, 7, 9], nil, "-rancher#"),
    ("16.5.1-ce.0", "", [16, 5, 1], nil, "-ce.#"),
    ("1.4.0-v10", "", [1, 4, 0], nil, "-v#"),
    ("2.0.0.rc1", "", [2, 0, 0], "rc1", ""),
    ("RELEASE.2024-01-16T16-07-38Z", "RELEASE.", [2024, 1, 16, 16, 7, 38], nil, ""),
    ("2024-01-16-slim", "", [2024, 1, 16], nil, "-slim"),
  ])
  func `has a prefix, a number, a label and a suffix`(
    text: String, prefix: String, numbers: [Int], label: String?, suffix: String
  ) throws {
    let tag = try #require(ImageTag(text))
    #expect(tag.prefix == prefix)
    #expect(tag.numbers == numbers)
    #expect(tag.label == label)
    #expect(tag.suffix == suffix)
  }

  @Test(arguments: [
    "latest", "alpine", "7e6f9a1", "edge", "", "alpine3", "22alpine3", "b123456a",
    "sha-1234567", "git-1234567",
    "main-sha-1234567", "1.2.",
  ])
  func `isn't a name without a version`(text: String) { #expect(ImageTag(text) == nil) }

  @Test(arguments: [
    ("22-alpine", "24-alpine", true), ("8u392", "8u402", true), ("1_2_3", "1.3.0", false),
    ("19c", "21c", true), ("php8.2-apache", "php8.3-fpm", false), ("22-alpine", "24", false),
    ("22-alpine", "24-slim", false),
    ("22-alpine3.18", "24-alpine3.20", false), ("3.12", "3.13", true), ("3.12", "3.13.1", false),
    ("22", "20240115", false), ("1.2.3", "2024.1.2", false), ("20230101", "20240115", true),
    ("12", "98765", false), ("v1.2", "1.3", false), ("17", "18beta1", false),
    ("18beta1", "18beta2", true), ("18beta1", "18", true),
    ("jammy-20240111", "noble-20240423", false), ("21.0.2_13-jdk", "21.0.3_9-jdk", true),
    ("21.0.2_13-jdk", "21.0.3_9-jre", false), ("7.2.4-debian-11-r3", "7.2.5-debian-11-r12", true),
    ("7.2.4-debian-11-r3", "7.2.5-debian-12-r0", false), ("1.2-1", "1.2-20240115", false),
    ("24.08.83802.minimal", "24.09.83900.minimal", true),
    ("24.08.83802.minimal", "24.09.83900", false),
    ("24.08.83802.minimal", "24.10.84000.minimal-fips", false),
    ("8.9.2-ls210", "8.9.3-ls7", true), ("v1.9.3-eksbuild.2", "v1.10.1-eksbuild.4", true),
    ("RELEASE.2023-12-30T10-00-00Z", "RELEASE.2024-01-16T16-07-38Z", true),
    ("2024-01-16", "2024.02.01", false), ("2024-01-16", "2024-02-01", true),
    ("2024-01-16", "2024-13-40", false), ("2024-1-16", "2024-2-1", true),
  ])
  func `keeps its form`(old: String, new: String, isKept: Bool) throws {
    let tags = try [old, new].map { try #require(ImageTag($0)) }
    #expect(tags[1].hasForm(of: tags[0]) == isKept)
  }

  @Test func `is ordered by number and label`() throws {
    let texts = [
      "1.2", "1.3-beta2", "1.3-beta10", "1.3-rc1", "1.3", "1.3-2", "1.3-10", "1.10", "2",
    ]
    let tags = try texts.map { try #require(ImageTag($0)) }
    var generator = SeededGenerator(seed: 16)
    #expect(tags.shuffled(using: &generator).sorted().map(\.text) == texts)
  }

  @Test(arguments: [
    ("22-alpine", "22.x", true), ("24-alpine", ">= 22, < 24", false), ("3.12.4", "~> 3.12", true),
    ("3.13.0", "~> 3.12.0", false), ("22", "!= 22", false),
  ])
  func `satisfies requirements of ignore rules`(
    version: String, requirement: String, expected: Bool
  ) throws {
    #expect(try ImageTag.satisfies(version, requirement) == expected)
  }
}

@Suite struct `A name of an image` {
  @Test(arguments: [
    ("node", nil, "node", nil, "https://registry-1.docker.io", "library/node"),
    ("acme/app:1.2", nil, "acme/app", "1.2", "https://registry-1.docker.io", "acme/app"),
    ("ghcr.io/acme/app:v1", "ghcr.io", "acme/app", "v1", "https://ghcr.io", "acme/app"),
    ("localhost:5000/a", "localhost:5000", "a", nil, "https://localhost:5000", "a"),
    (
      "docker.io/redis:7", "docker.io", "redis", "7", "https://registry-1.docker.io",
      "library/redis"
    ),
  ])
  func `has a registry, a path and a tag`(
    text: String, registry: String?, repository: String, tag: String?,
    address: String, path: String
  ) throws {
    let image = try #require(ImageReference(text))
    #expect(image.registry == registry)
    #expect(image.repository == repository)
    #expect(image.tag == tag)
    #expect(image.address == address)
    #expect(image.path == path)
    #expect(image.written == text)
  }

  @Test(arguments: [
    "", "$IMAGE", "node:${V}", "Node", "a//b", "node:", "node@sha256:12", "-a", "a b",
  ])
  func `isn't other text`(text: String) { #expect(ImageReference(text) == nil) }
}
