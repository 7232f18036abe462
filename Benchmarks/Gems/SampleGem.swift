/// A gem with its version history, the oldest version first.
struct SampleGem {
  let index: Int
  let name: String
  let versions: [Version]
  let needs: [Need]

  /// A dependency on another gem during part of the history.
  struct Need {
    /// The index of the other gem.
    var gem: Int
    /// The part of the history, in percent.
    var span: Range<Int>
  }

  struct Version {
    var major: Int
    var minor: Int
    var patch: Int

    var text: String { "\(major).\(minor).\(patch)" }
  }

  /// Whether there are platform-specific builds too.
  var isNative: Bool { index % 40 == 13 }

  /// Whether recent versions require a newer Ruby, which is true of every seventh gem.
  private var isModern: Bool { index % 7 == 6 }

  func ruby(at age: Int) -> String {
    isModern && age * 20 > versions.count * 19 ? "3.2.0" : "2.7.0"
  }

  /// Returns the gem's dependencies at a point of its history.
  func needs(at age: Int) -> [Int] {
    needs.filter { $0.span.contains(age * 100 / versions.count) }.map(\.gem)
  }

  /// Returns the requirement on this gem at a point of the other gem's history.
  ///
  /// Patch versions do not change requirements.
  func requirement(like other: SampleGem, at release: Int) -> String {
    let age = (0...release).last { other.versions[$0].patch == 0 } ?? 0
    let same = versions[age * (versions.count - 1) / max(other.versions.count - 1, 1)]
    if (other.index + index) % 6 == 0, !isModern { return "\(name):~> \(same.major).0" }
    let older = versions[age * (versions.count - 1) / max(other.versions.count - 1, 1) / 2]
    return (other.index + index) % 6 == 1 && !isModern
      ? "\(name):< \(same.major + 2)&>= \(older.text)" : "\(name):>= \(older.text)"
  }

  /// Creates a history of a number of releases: mostly patches, some minor and few major versions.
  static func history(_ dice: inout Dice, releases: Int) -> [Version] {
    var version = Version(major: 1, minor: 0, patch: 0)
    return (0..<releases).map { _ in
      defer {
        switch dice.roll(20) {
        case 0: version = Version(major: version.major + 1, minor: 0, patch: 0)
        case 1...6: version = Version(major: version.major, minor: version.minor + 1, patch: 0)
        default: version.patch += 1
        }
      }
      return version
    }
  }
}

/// A random number generator with the same sequence on every machine (a linear congruential
/// generator by Knuth).
struct Dice {
  var state: UInt64

  /// Returns a number below a bound.
  mutating func roll(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
