import Ecosystem
import Testing
import TestSupport
import Time
import Updates
import Versioning

/// Releases in one line: `1.1.0` inside the requirement, `(2.0.0)` outside, `-` before a
/// prerelease, `!` before a withdrawn one; all are newer than 1.0.0; the publication time is the index.
private func releases(_ line: String) -> [Release] {
  line.split(separator: " ").enumerated().map { index, word in
    let version = word.filter { !"()!-".contains($0) }
    return Release(
      version: version, published: Timestamp(seconds: Int64(index) * 100),
      isPrerelease: word.contains("-"),
      isWithdrawn: word.contains("!"), satisfiesRequirement: !word.contains("("),
      step: version == "1.0.0" ? nil : version.hasPrefix("1") ? .minor : .major)
  }
}

private let dependency = Dependency(name: "x", kind: .direct, current: "1.0.0")

private func candidateSet(
  _ line: String, _ policy: Policy = .open, now: Timestamp = 10_000
) -> CandidateSet {
  CandidateSet(dependency, releases: releases(line), policy: policy, now: now)
}

@Suite struct `A candidate set` {
  @Test func `finds the newest version inside the requirement and the newest of all`() {
    let candidateSet = candidateSet("1.0.0 1.1.0 (2.0.0)")
    #expect(candidateSet.wanted == "1.1.0")
    #expect(candidateSet.latest == "2.0.0")
    #expect(candidateSet.candidates.map(\.version) == ["2.0.0", "1.1.0"])
    #expect(candidateSet.status == .outdated)
  }

  @Test func `says what only an attempt shows about its newest candidate`() {
    var untested = releases("1.0.0 1.1.0")
    untested[1].untested = "gets a patch"
    let candidateSet = CandidateSet(dependency, releases: untested, policy: .open, now: 10_000)
    #expect(
      candidateSet.openQuestion
        == "whether 1.1.0 can be used isn't known until the update is tried: it gets a patch")
    #expect(candidateSet.status == .outdated)
    #expect(candidateSetWithoutQuestion.openQuestion == nil)
  }

  private var candidateSetWithoutQuestion: CandidateSet { candidateSet("1.0.0 1.1.0") }

  @Test(arguments: [
    ("1.0.0-beta.1", ["1.0.0-beta.2", "1.0.0-rc.1", "1.0.0", "1.1.0-beta.1"]),
    ("v1.0.0-beta.1", ["v1.0.0-beta.2", "v1.0.0-rc.1", "v1.0.0", "v1.1.0-beta.1"]),
    ("1.0.0.beta1", ["1.0.0.beta2", "1.0.0.rc1", "1.0.0", "1.1.0.beta1"]),
  ])
  func `of an exact prerelease has its later prereleases and its release`(
    current: String, newer: [String]
  ) {
    let pinned = Release(
      version: current, published: 0, isPrerelease: true, satisfiesRequirement: true, step: nil)
    let others = newer.map {
      Release(
        version: $0, published: 0, isPrerelease: $0 != newer[2], satisfiesRequirement: false,
        step: .patch)
    }
    for locked in [current, nil] {
      let candidateSet = CandidateSet(
        Dependency(name: "x", kind: .direct, current: locked), releases: [pinned] + others,
        policy: .open, now: 10_000)
      #expect(candidateSet.candidates.map(\.version) == newer.prefix(3).reversed())
    }
    let released = CandidateSet(
      Dependency(name: "x", kind: .direct, current: "0.9.0"),
      releases: others, policy: .open, now: 10_000)
    #expect(released.candidates.map(\.version) == [newer[2]])
  }

  @Test func `without a lock file uses the newest version inside the requirement`() {
    let dependency = Dependency(name: "x", kind: .direct)
    let candidateSet = CandidateSet(
      dependency, releases: releases("1.0.0 (2.0.0) (3.0.0)"), policy: .open, now: 10_000)
    #expect(candidateSet.wanted == "1.0.0")
    #expect(candidateSet.latest == "3.0.0")
    #expect(candidateSet.status == .outdated)
    let settled = CandidateSet(
      dependency, releases: releases("1.0.0"), policy: .open, now: 10_000)
    #expect(settled.latest == "1.0.0")
    #expect(settled.status == .upToDate)
  }

  @Test func `skips prereleases and withdrawn releases`() {
    let candidateSet = candidateSet("1.0.0 1.1.0 !1.2.0 (-2.0.0)")
    #expect(candidateSet.wanted == "1.1.0")
    #expect(candidateSet.latest == "1.1.0")
  }

  @Test func `is up to date if there is no newer version`() {
    #expect(candidateSet("1.0.0").status == .upToDate)
    #expect(candidateSet("1.0.0").latest == "1.0.0")
  }

  @Test func `names the rule that ignores the newest version`() {
    var policy = Policy.open
    policy.ignores = { _, release in release.step == .major ? "major updates" : nil }
    let candidateSet = candidateSet("1.0.0 (2.0.0)", policy)
    #expect(candidateSet.held == .ignored(version: "2.0.0", rule: "major updates"))
    #expect(candidateSet.status == .ignored)
    #expect(candidateSet.latest == "1.0.0")
  }

  @Test func `reports a release that the toolchain holds back, and uses the next older one`() {
    var list = releases("1.0.0 1.1.0 1.2.0 (2.0.0)")
    list[3].heldBack = "needs Node >=22, but .nvmrc names 20.11.0"
    let candidateSet = CandidateSet(dependency, releases: list, policy: .open, now: 10_000)
    #expect(candidateSet.candidates.map(\.version) == ["1.2.0", "1.1.0"])
    #expect(
      candidateSet.reason == "2.0.0 is held back: it needs Node >=22, but .nvmrc names 20.11.0")
    #expect(candidateSet.status == .outdated)
    for index in 1...2 { list[index].heldBack = "needs Node >=22, but .nvmrc names 20.11.0" }
    let stuck = CandidateSet(dependency, releases: list, policy: .open, now: 10_000)
    #expect(stuck.status == .ignored)
    #expect(stuck.wanted == "1.0.0")
    #expect(stuck.held?.word == "held-back")
  }

  @Test func `holds back a release in its cooldown and uses an older one`() {
    var policy = Policy.open
    policy.cooldown = { _, _ in 150 }
    let candidateSet = candidateSet("1.0.0 1.1.0 1.2.0", policy, now: 300)
    #expect(candidateSet.held == .coolingDown(version: "1.2.0", until: 350))
    #expect(candidateSet.candidates.map(\.version) == ["1.1.0"])
  }

  @Test func `takes a deprecated release if all are deprecated`() {
    var list = releases("1.0.0 1.1.0 (2.0.0)")
    for index in list.indices {
      list[index].isWithdrawn = true
      list[index].deprecation = "use y"
    }
    let all = CandidateSet(dependency, releases: list, policy: .open, now: 10_000)
    #expect(all.wanted == "1.1.0")
    #expect(all.candidates.map(\.version) == ["2.0.0", "1.1.0"])
    list[0].deprecation = nil
    list[0].isWithdrawn = false
    let some = CandidateSet(dependency, releases: list, policy: .open, now: 10_000)
    #expect(some.candidates.isEmpty)
  }

  @Test func `knows no versions after a failed look-up`() {
    var broken = dependency
    broken.problem = Problem(.failed, "does not answer")
    let candidateSet = CandidateSet(broken, releases: [], policy: .open, now: 10_000)
    #expect(candidateSet.wanted == nil)
    #expect(candidateSet.latest == nil)
    #expect(candidateSet.status == .failed)
  }

  @Test func `treats a release of unknown age as new`() {
    var policy = Policy.open
    policy.cooldown = { _, _ in 100 }
    let ageless = Release(version: "1.1.0", satisfiesRequirement: true, step: .minor)
    let candidateSet = CandidateSet(dependency, releases: [ageless], policy: policy, now: 1000)
    #expect(candidateSet.status == .coolingDown)
    let seen = CandidateSet(
      dependency, releases: [ageless], policy: policy, firstSeen: ["1.1.0": 800], now: 1000)
    #expect(seen.candidates == [ageless])
  }

  @Test func `stays inside the requirement with the strategy lockfile-only`() {
    var policy = Policy.open
    policy.strategy = .lockfileOnly
    #expect(candidateSet("1.0.0 1.1.0 (2.0.0)", policy).latest == "1.1.0")
  }
}
