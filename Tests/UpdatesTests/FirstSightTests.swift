import Ecosystem
import TestSupport
import Testing
import Time
import Updates

/// An image that files name with some tags.
private func image(_ tags: String...) -> Dependency {
  var dependency = Dependency(name: "node", kind: .direct, current: tags[0])
  dependency.requirements = tags.map {
    Requirement(manifest: "Dockerfile", section: "image", text: "node:\($0)", locked: $0)
  }
  return dependency
}

@Suite struct `The age of tags without a time` {
  private let january: Timestamp = 1_000_000
  private let june: Timestamp = 2_000_000

  /// The tags that count as new.
  private func new(
    _ seen: [String: Timestamp], _ dependency: Dependency
  ) -> [String] {
    FirstSight(seen).sinceFirstLook(at: seen.keys.sorted(), of: dependency)
      .filter { $0.value != .epoch }.keys.sorted()
  }

  @Test func `counts from the first look at the image`() {
    #expect(new(["22": january, "24": june], image("20")) == ["24"])
  }

  @Test func `counts from the first look at each form that is in use`() {
    let seen = ["22": january, "24": june, "22-alpine": june, "24-alpine": june]
    #expect(new(seen, image("20", "20-alpine")) == ["24"])
  }

  @Test func `counts for a form that no file uses from the first look at the image`() {
    #expect(new(["22": january, "22-slim": june], image("20")) == ["22-slim"])
  }
}
