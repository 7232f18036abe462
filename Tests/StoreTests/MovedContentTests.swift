import Forges
import Store
import Testing
import TestSupport
import Time

extension StateStore {
  /// Stores a pull request with pins such as `npm / a 1.0.0=sha1`, or `…=sha1>sha2` if it changed.
  fileprivate func save(_ pins: String..., of repository: RepositoryID, number: Int = 1)
    async throws
  {
    var record = PullRequestRecord(
      key: "k\(number)", repository: repository, number: number, branch: "b", head: "h", base: "m",
      digest: "d", versions: [:], state: .open, updatedAt: 5)
    record.pins = pins.map { pin in
      let halves = pin.split(separator: "=").map(String.init)
      let values = halves[1].split(separator: ">").map(String.init)
      return SavedPin(
        subject: halves[0], value: values[0], later: values.count > 1 ? values[1] : nil)
    }
    try await save(record)
  }

  /// The contents, as `subject: value by repository, …`.
  fileprivate func moved() async throws -> [String] {
    try await movedContents().flatMap { moved in
      moved.variants.map { variant in
        let uses = variant.uses.map { "\($0.repository.name)\($0.isProposed ? "" : "?")" }
        return "\(moved.subject): \(variant.value) by \(uses.joined(separator: " "))"
      }
    }
  }
}

@Suite struct `Contents of versions in the fleet` {
  @Test func `are listed if they differ between repositories`() async throws {
    let store = try await StateStore.inMemory()
    try await store.save("actions / up/x 1.0.0=old", of: "hub/acme/a")
    try await store.save("actions /web up/x 1.0.0=old", of: "hub/acme/b")
    try await store.save("actions / up/x 1.0.0=new", of: "hub/acme/c")
    #expect(
      try await store.moved() == [
        "up/x 1.0.0: new by acme/c", "up/x 1.0.0: old by acme/a acme/b",
      ])
  }

  @Test func `are listed if they changed after the pull request was opened`() async throws {
    let store = try await StateStore.inMemory()
    try await store.save("actions / up/x 1.0.0=old>new", of: "hub/acme/a")
    #expect(
      try await store.moved() == ["up/x 1.0.0: new by acme/a?", "up/x 1.0.0: old by acme/a"])
  }

  @Test func `aren't listed if they are the same, or of other versions or ecosystems`() async throws
  {
    let store = try await StateStore.inMemory()
    try await store.save("npm / a 1.0.0=x", "npm / a 1.1.0=y", of: "hub/acme/a")
    try await store.save("npm / a 1.0.0=x", "actions / a 1.0.0=z", of: "hub/acme/b")
    #expect(try await store.moved() == [])
  }
}
