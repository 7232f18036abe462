import Advisories
import Bundler
import Ecosystem
import NPM
import SwiftPM
import Testing

@Suite struct `The evaluation of an advisory` {
  @Test func `a range includes its introduced version and excludes its fixed version`() {
    let record = advisory("introduced 1.0.0, fixed 1.2.0")
    #expect(hit(record, .npm, "0.9.9", "1.0.0", "1.1.9", "1.2.0", "2.0.0") == ["1.0.0", "1.1.9"])
  }

  @Test func `a fixed version of two components equals one of three`() {
    let record = advisory(in: .swift, "introduced 1.0.0, fixed 1.20")
    #expect(hit(record, .swift, "1.19.2", "1.20.0", "1.20.1") == ["1.19.2"])
  }

  @Test func `blocks about one package form a union`() {
    let record = advisory(
      in: .swift, "introduced 2.41.0, fixed 2.42.0", "introduced 2.39.0, fixed 2.39.1",
      "introduced 0, fixed 2.29.1")
    #expect(
      hit(record, .swift, "2.29.0", "2.29.1", "2.39.0", "2.39.1", "2.40.0", "2.41.3", "2.42.0")
        == ["2.29.0", "2.39.0", "2.41.3"])
  }

  @Test func `the last affected version is affected`() {
    let record = advisory("introduced 0, last_affected 1.2.0")
    #expect(hit(record, .npm, "0.0.0-a", "1.2.0", "1.2.1") == ["0.0.0-a", "1.2.0"])
  }

  @Test func `a limit ends a range without another end`() {
    #expect(hit(advisory("introduced 1.0.0, limit 2.0.0"), .npm, "1.5.0", "2.0.0") == ["1.5.0"])
    #expect(hit(advisory("introduced 1.0.0, limit *"), .npm, "0.1.0", "9.0.0") == ["9.0.0"])
  }

  @Test func `events can come in any order and repeatedly`() {
    let record = advisory("fixed 2.1.0, introduced 2.0.0, fixed 1.1.0, introduced 0")
    #expect(hit(record, .npm, "1.0.9", "1.1.0", "2.0.0", "2.1.0") == ["1.0.9", "2.0.0"])
  }

  @Test func `a listed version is affected regardless of the ranges`() {
    let record = advisory(versions: ["3.0.0"], "introduced 0, fixed 1.0.0")
    #expect(hit(record, .npm, "0.5.0", "2.0.0", "3.0.0") == ["0.5.0", "3.0.0"])
  }

  @Test func `a withdrawn record affects nothing`() {
    #expect(hit(advisory(isWithdrawn: true, "introduced 0"), .npm, "1.0.0") == [])
  }

  @Test func `a pre-release is before its release`() {
    #expect(
      hit(advisory("introduced 0, fixed 1.0.0"), .npm, "1.0.0-rc.1", "1.0.0") == ["1.0.0-rc.1"])
    #expect(
      hit(advisory(in: .rubygems, "introduced 0, fixed 1.0.0"), .rubygems, "1.0.0.rc1", "1.0")
        == ["1.0.0.rc1"])
  }

  @Test func `gems are ordered segment by segment`() {
    let record = advisory(in: .rubygems, "introduced 4.0.0, fixed 4.2.11.1")
    #expect(
      hit(record, .rubygems, "4.2.11", "4.2.11.1", "4.2.11.10", "4.10") == ["4.2.11"])
  }

  @Test func `a range that cannot be parsed affects every version`() {
    #expect(hit(advisory("introduced 0, fixed soon"), .npm, "9.0.0") == ["9.0.0"])
  }

  @Test func `another package is not affected`() throws {
    let record = advisory("introduced 0")
    #expect(!record.hits("1.0.0", of: AdvisedPackage(.npm, "Birds")))
    #expect(!record.hits("1.0.0", of: AdvisedPackage(.rubygems, "birds")))
  }

  @Test(arguments: [
    ("introduced 0, fixed 1.2.0", ["< 1.2.0"]),
    ("introduced 1.0.0, last_affected 1.2.0", [">= 1.0.0, <= 1.2.0"]),
    ("introduced 0", ["every version"]),
    ("introduced 3.0.0, fixed 3.1.0, introduced 4.0.0", [">= 3.0.0, < 3.1.0", ">= 4.0.0"]),
  ])
  func `ranges are shown in readable form`(events: String, words: [String]) throws {
    #expect(advisory(events).ranges(of: AdvisedPackage(.npm, "birds")) == words)
  }
}

@Suite struct `The naive evaluation of an advisory` {
  /// A pseudo-random generator with the same sequence in every run.
  struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(sides))
    }
  }

  /// All versions of the tests, oldest first.
  ///
  /// The index of a version is its number.
  static let versions = (0..<3).flatMap { major in
    (0..<4).flatMap { minor in ["\(major).\(minor).0-a", "\(major).\(minor).0"] }
  }

  /// Marks each version by the last event at or before it, following the text of OSV's
  /// specification and not its algorithm.
  static func naive(_ events: [(Advisory.Event.Kind, Int)], at position: Int) -> Bool {
    let before = events.filter { kind, at in kind == .lastAffected ? at < position : at <= position
    }
    let starts = before.filter { $0.0 == .introduced }.map(\.1).max()
    let ends = before.filter { $0.0 == .fixed || $0.0 == .lastAffected }.map(\.1).max()
    guard let starts else { return false }
    guard let ends else { return true }
    return starts > ends
  }

  @Test func `evaluation agrees with a naive scan over all events for each version`() {
    var dice = Dice(state: 2026)
    for _ in 0..<200 {
      // Distinct versions: the order of two events at one version is tested elsewhere.
      var positions = Array(Self.versions.indices)
      let events = (0..<(1 + dice.roll(5))).map { _ in
        let kinds: [Advisory.Event.Kind] = [.introduced, .fixed, .lastAffected]
        return (kinds[dice.roll(3)], positions.remove(at: dice.roll(positions.count)))
      }
      let range = Advisory.Range(
        events.map { Advisory.Event($0.0, Self.versions[$0.1]) })
      let record = Advisory(
        id: "T", affected: [.init(AdvisedPackage(.npm, "birds"), ranges: [range])])
      for (position, version) in Self.versions.enumerated() {
        #expect(
          hit(record, .npm, version).isEmpty != Self.naive(events, at: position),
          "\(version) of \(events)")
      }
    }
  }
}
