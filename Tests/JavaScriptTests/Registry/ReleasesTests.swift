import Ecosystem
import Testing
import TestSupport
import Time
import Versioning

@testable import JavaScript

@Suite struct `The releases of a package` {
  private let text = PackumentText(
    latest: "1.2.0", tags: ["next": "2.0.0"],
    versions: [
      "1.2.0": "", "1.0.0": "", "1.1.0": #""deprecated": "use 1.2""#,
      "1.2.1": #""engines": {"node": ">=99"}"#, "2.0.0": "", "2.1.0-rc": "", "junk": "",
    ], times: ["1.2.0": "2020-01-01T00:00:00.999Z"])
  private let engines = Engines(node: "20.20.2", npm: "10.8.2")

  private func releases(_ requirement: String, current: String?) throws -> [Release] {
    try text.read().releases(for: requirement, current: current, engines: engines)
  }

  @Test func `releases are oldest first, each with its step and time`() throws {
    let releases = try releases("^1.0.0", current: "1.1.0")
    #expect(releases.map(\.version) == ["1.0.0", "1.1.0", "1.2.0", "1.2.1", "2.0.0", "2.1.0-rc"])
    #expect(releases.map(\.step) == [nil, nil, .minor, .minor, .major, .major])
    #expect(releases[2].published?.seconds == 1_577_836_800)
    #expect(releases[0].published == nil)
    #expect(releases.map(\.satisfiesRequirement) == [true, true, true, false, false, false])
  }

  @Test func `without a lock steps begin at the newest that the requirement takes`() throws {
    let releases = try releases("1.0", current: nil)
    #expect(releases.map(\.step) == [nil, .minor, .minor, .minor, .major, .major])
    #expect(try self.releases("1.0.0", current: nil).map(\.step).dropFirst().first == .minor)
    #expect(try self.releases("^1", current: nil).filter { $0.step == .minor }.isEmpty)
  }

  @Test func `deprecated releases are withdrawn`() throws {
    let withdrawn = try releases("*", current: nil).filter(\.isWithdrawn).map(\.version)
    #expect(withdrawn == ["1.1.0"])
  }

  @Test func `releases that need another Node are held back, with the reason`() throws {
    let held = try releases("*", current: nil).filter { $0.heldBack != nil }
    #expect(held.map(\.version) == ["1.2.1"])
    #expect(
      held.first?.heldBack
        == "needs Node >=99, but the operator's file names 20.20.2")
  }

  @Test func `nothing is held back if nothing names Node or npm`() throws {
    let releases = try text.read().releases(for: "*", current: nil, engines: Engines())
    #expect(releases.allSatisfy { $0.heldBack == nil })
  }

  @Test func `what is ahead of latest is not yet released, unless one is there already`() throws {
    let before = try releases("*", current: "1.0.0").filter(\.isPrerelease).map(\.version)
    #expect(before == ["1.2.1", "2.0.0", "2.1.0-rc"])
    let after = try releases("*", current: "1.2.1").filter(\.isPrerelease).map(\.version)
    #expect(after == ["2.1.0-rc"])
  }

  @Test(arguments: [
    ("5.0.0-fork.1", ["5.0.0-fork.2"]), ("4.9.0", []), ("5.0.0-fork.2", []),
    ("5.1.0-rc.0", ["5.1.0-rc.1"]),
  ])
  func `after a pre-release the next ones of the same version are offered`(
    current: String, offered: [String]
  ) throws {
    let text = PackumentText(
      latest: "4.9.0", tags: [:],
      versions: [
        "4.9.0": "", "5.0.0-fork.1": "", "5.0.0-fork.2": "", "5.1.0-rc.0": "", "5.1.0-rc.1": "",
      ], times: [:])
    let releases = try text.read().releases(for: current, current: current, engines: Engines())
    #expect(
      releases.filter { !$0.isPrerelease && $0.step != nil }.map(\.version) == offered)
  }

  @Test(arguments: [
    ("next", ["2.0.0"]), ("1.0.0", ["1.0.0"]), ("nope", []), ("git://x/y", []), ("2", ["2.0.0"]),
    ("^1.0.0", ["1.0.0", "1.1.0", "1.2.0"]), ("*", ["1.0.0", "1.1.0", "1.2.0"]),
    ("", ["1.0.0", "1.1.0", "1.2.0"]),
  ])
  func `a requirement admits what npm would`(requirement: String, admitted: [String]) throws {
    let releases = try releases(requirement, current: nil)
    #expect(releases.filter(\.satisfiesRequirement).map(\.version) == admitted)
  }
}
