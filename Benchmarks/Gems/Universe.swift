import Crypto

/// Gems with dependencies similar to those of a Rails application.
///
/// A gem depends only on later gems of the list, at versions from its own time. Therefore the
/// newest versions are compatible, and so were those of any earlier time.
struct Universe {
  let gems: [SampleGem]
  /// The framework: one gem that depends on ten others at its own version.
  private static let family = 11
  private static let machines = [
    "aarch64-linux-gnu", "arm64-darwin", "java", "x86_64-darwin", "x86_64-linux-gnu",
  ]

  init(gems count: Int) {
    var dice = Dice(state: 4)
    let ages = SampleGem.history(&dice, releases: 90)
    gems = (0..<count).map { index in
      let isFamily = index < Self.family
      return SampleGem(
        index: index, name: isFamily ? Self.framework(index) : Self.name(index),
        versions: isFamily ? ages : SampleGem.history(&dice, releases: 40 + dice.roll(60)),
        needs: (0..<dice.roll(isFamily ? 5 : 7)).compactMap { _ in
          let gem = max(index, Self.family) + 1 + dice.roll(90)
          let start = dice.roll(2) * dice.roll(80)
          let end = dice.roll(2) == 0 ? 101 : start + dice.roll(100 - start)
          return gem < count ? SampleGem.Need(gem: gem, span: start..<end) : nil
        })
    }
  }

  /// Returns the lines of a gem's index file at a point of its history.
  func lines(of gem: SampleGem, upTo share: Double) -> [(head: String, tail: String)] {
    let count = Int(Double(gem.versions.count) * share)
    return gem.versions.indices.prefix(count).flatMap { age in
      let tail = needs(of: gem, at: age).sorted().joined(separator: ",")
      let version = gem.versions[age].text
      let names = [version] + (gem.isNative ? Self.machines.map { "\(version)-\($0)" } : [])
      return names.map { name in
        let digest = Digest(.sha256, of: "\(gem.name)-\(name)").hexadecimal
        return (name, "\(tail)|checksum:\(digest),ruby:>= \(gem.ruby(at: age))")
      }
    }
  }

  private func needs(of gem: SampleGem, at age: Int) -> Set<String> {
    var result = Set(
      gem.needs(at: age).map { other in
        gems[other].requirement(like: gem, at: age)
      })
    if gem.index == 0 {
      for other in 1..<Self.family {
        result.insert("\(gems[other].name):= \(gem.versions[age].text)")
      }
    }
    return result
  }

  /// Returns a Gemfile with the framework within its major version and thirty gems, every third
  /// with a requirement.
  var gemfile: String {
    let framework = gems[0].versions[Int(Double(gems[0].versions.count) * 0.9) - 1]
    let others = stride(from: Self.family, to: gems.count / 2, by: 5).map { index in
      let gem = gems[index]
      let past = gem.versions[Int(Double(gem.versions.count) * 0.9) - 1]
      return index % 3 == 0
        ? "gem \"\(gem.name)\", \"~> \(past.major).\(past.minor)\"" : "gem \"\(gem.name)\""
    }
    return "source \"https://rubygems.org\"\n\n"
      + "gem \"\(gems[0].name)\", \"~> \(framework.major).0\"\n"
      + others.map { $0 + "\n" }.joined()
  }

  private static func framework(_ index: Int) -> String {
    index == 0 ? "aviary" : "aviary-part\(index)"
  }

  private static func name(_ index: Int) -> String {
    let colours = ["red", "blue", "green", "grey", "black", "white", "brown", "golden"]
    let birds = ["lark", "wren", "heron", "crane", "finch", "robin", "swift", "tern", "dove"]
    return "\(colours[index % 8])_\(birds[index % 9])\(index)"
  }
}
