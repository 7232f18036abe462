import Ecosystem
import Testing
import Updates
import Versioning

/// Releases in one line: `1.1.0` inside the requirement, `(2.0.0)` outside, `-` before a
/// prerelease, `!` before a withdrawn one; all are newer than 1.0.0 and published at their place.
private func releases(_ line: String) -> [Release] {
  line.split(separator: " ").enumerated().map { index, word in
    let version = word.filter { !"()!-".contains($0) }
    return Release(
      version: version, published: Int64(index) * 100, isPrerelease: word.contains("-"),
      isWithdrawn: word.contains("!"), satisfiesRequirement: !word.contains("("),
      step: version == "1.0.0" ? nil : version.hasPrefix("1") ? .minor : .major)
  }
}

private let dependency = Dependency(name: "x", kind: .direct, current: "1.0.0")

private func outlook(_ line: String, _ policy: Policy = .open, now: Int64 = 10_000) -> Outlook {
  Outlook(dependency, releases: releases(line), policy: policy, now: now)
}

@Suite struct `An outlook` {
  @Test func `knows the newest inside the requirement and the newest of all`() {
    let outlook = outlook("1.0.0 1.1.0 (2.0.0)")
    #expect(outlook.wanted == "1.1.0")
    #expect(outlook.latest == "2.0.0")
    #expect(outlook.candidates.map(\.version) == ["2.0.0", "1.1.0"])
    #expect(outlook.status == .outdated)
  }

  @Test func `without a lock goes by what the requirement takes`() {
    let dependency = Dependency(name: "x", kind: .direct)
    let outlook = Outlook(
      dependency, releases: releases("1.0.0 (2.0.0) (3.0.0)"), policy: .open, now: 10_000)
    #expect(outlook.wanted == "1.0.0")
    #expect(outlook.latest == "3.0.0")
    #expect(outlook.status == .outdated)
    let settled = Outlook(
      dependency, releases: releases("1.0.0"), policy: .open, now: 10_000)
    #expect(settled.latest == "1.0.0")
    #expect(settled.status == .upToDate)
  }

  @Test func `passes over prereleases and what was withdrawn`() {
    let outlook = outlook("1.0.0 1.1.0 !1.2.0 (-2.0.0)")
    #expect(outlook.wanted == "1.1.0")
    #expect(outlook.latest == "1.1.0")
  }

  @Test func `is up to date where nothing is newer`() {
    #expect(outlook("1.0.0").status == .upToDate)
    #expect(outlook("1.0.0").latest == "1.0.0")
  }

  @Test func `names the rule that holds the newest back`() {
    var policy = Policy.open
    policy.ignores = { _, release in release.step == .major ? "major updates" : nil }
    let outlook = outlook("1.0.0 (2.0.0)", policy)
    #expect(outlook.held == .ignored(version: "2.0.0", rule: "major updates"))
    #expect(outlook.status == .ignored)
    #expect(outlook.latest == "1.0.0")
  }

  @Test func `reports what the toolchain holds back, and takes the next older release`() {
    var list = releases("1.0.0 1.1.0 1.2.0 (2.0.0)")
    list[3].heldBack = "needs Node >=22, but .nvmrc names 20.11.0"
    let outlook = Outlook(dependency, releases: list, policy: .open, now: 10_000)
    #expect(outlook.candidates.map(\.version) == ["1.2.0", "1.1.0"])
    #expect(
      outlook.reason == "2.0.0 is held back: it needs Node >=22, but .nvmrc names 20.11.0")
    #expect(outlook.status == .outdated)
    for index in 1...2 { list[index].heldBack = "needs Node >=22, but .nvmrc names 20.11.0" }
    let stuck = Outlook(dependency, releases: list, policy: .open, now: 10_000)
    #expect(stuck.status == .ignored)
    #expect(stuck.wanted == "1.0.0")
    #expect(stuck.held?.word == "held-back")
  }

  @Test func `lets young releases cool down and takes an older one`() {
    var policy = Policy.open
    policy.cooldown = { _, _ in 150 }
    let outlook = outlook("1.0.0 1.1.0 1.2.0", policy, now: 300)
    #expect(outlook.held == .coolingDown(version: "1.2.0", until: 350))
    #expect(outlook.candidates.map(\.version) == ["1.1.0"])
  }

  @Test func `takes a release of unknown age for new`() {
    var policy = Policy.open
    policy.cooldown = { _, _ in 100 }
    let ageless = Release(version: "1.1.0", satisfiesRequirement: true, step: .minor)
    let outlook = Outlook(dependency, releases: [ageless], policy: policy, now: 1000)
    #expect(outlook.status == .coolingDown)
    let seen = Outlook(
      dependency, releases: [ageless], policy: policy, firstSeen: ["1.1.0": 800], now: 1000)
    #expect(seen.candidates == [ageless])
  }

  @Test func `stays inside the requirement where only the lock may change`() {
    var policy = Policy.open
    policy.strategy = .lockfileOnly
    #expect(outlook("1.0.0 1.1.0 (2.0.0)", policy).latest == "1.1.0")
  }
}
