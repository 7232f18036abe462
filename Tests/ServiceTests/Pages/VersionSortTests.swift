import Bundler
import Ecosystem
import JSON
import NPM
import Store
import TestSupport
import Testing
import Versioning

@testable import Service

/// The versions of a package on its page, with the orders of npm and RubyGems.
@Suite struct `The versions of a package` {
  private static let sort = VersionSort { ecosystem, left, right in
    let all = [EcosystemDescription.npm, .bundler]
    return all.first { $0.id.rawValue == ecosystem }?.versions.isLower(left, right)
  }

  /// A store in which repositories have a package, one for each version.
  private func store(_ ecosystem: String, _ versions: [String?]) async throws -> StateStore {
    let store = try await StateStore.inMemory()
    for (index, version) in versions.enumerated() {
      let seen = Observation(
        branch: "main", manifest: "m", name: "a", ecosystem: ecosystem, directory: "/",
        kind: "direct", purpose: "production", requirement: "1", current: version, latest: nil,
        state: .upToDate, reason: "", number: nil, seenAt: 7)
      try await store.observe([seen], manifests: ["m"], on: "main", of: "hub/acme/r\(index)")
    }
    return store
  }

  private func versions(
    _ store: StateStore, _ ecosystem: String, _ sort: VersionSort = sort
  ) async throws -> [String?] {
    let view = try await PackageView(
      store, ecosystem: ecosystem, name: "a", ListQuery("/", [:]), sort)
    return try #require(view).versions.map(\.version)
  }

  @Test func `are sorted by the rules of npm, newest first`() async throws {
    let store = try await store(
      "npm", ["1.9.0", "1.10.0", "1.10.0-beta.11", "1.10.0-beta.2", "10.0.0", "9.0.0"])
    #expect(
      try await versions(store, "npm")
        == ["10.0.0", "9.0.0", "1.10.0", "1.10.0-beta.11", "1.10.0-beta.2", "1.9.0"])
  }

  @Test func `are sorted by the rules of RubyGems, newest first`() async throws {
    let store = try await store("bundler", ["1.9", "1.10", "1.10.pre", "2.0.0.rc2", "2.0.0.rc10"])
    #expect(
      try await versions(store, "bundler")
        == ["2.0.0.rc10", "2.0.0.rc2", "1.10", "1.10.pre", "1.9"])
  }

  @Test func `that are unknown follow, the most used ones first`() async throws {
    let store = try await store(
      "npm", ["main", "1.2.0", nil, "branch", "main", "1.10.0", nil, nil])
    #expect(
      try await versions(store, "npm") == ["1.10.0", "1.2.0", nil, "main", "branch"])
    #expect(
      try await versions(store, "npm", VersionSort()) == [nil, "main", "1.10.0", "1.2.0", "branch"])
  }

  @Test func `that changed their contents are sorted, too`() async throws {
    let store = try await StateStore.inMemory()
    for (number, name) in [(1, "b"), (2, "a")] {
      for value in ["x", "y"] {
        var record = PullRequestRecord(
          key: "\(number) \(value)", repository: "hub/acme/\(value)", number: number, branch: "b",
          head: "h", base: "", digest: "", versions: [:], state: .open, updatedAt: 1)
        record.pins = ["1.9.0", "1.10.0", "odd"].map { version in
          SavedPin(subject: "npm / \(name) \(version)", value: value)
        }
        try await store.save(record)
      }
    }
    let found = try await MovedView(store, Self.sort).found.map(\.subject)
    #expect(found == ["a 1.10.0", "a 1.9.0", "a odd", "b 1.10.0", "b 1.9.0", "b odd"])
  }
}
