import Archives
import Crypto
import Ecosystem
import JavaScript
import TestSupport
import Testing
import Text

@testable import Yarn

/// Damaged patches and releases of Yarn, from fixed seeds.
@Suite struct `A damaged patch of Yarn's own` {
  @Test func `is read as changes that its hash distinguishes, or is refused`() throws {
    let patch = try patch()
    let version = try #require(Version("3.0.0"))
    let original = try PatchReader.effects(of: patch, for: version)
    let text = String(describing: original)
    var (refused, others) = (0, 0)
    for seed in UInt64(0)..<150 {
      var random = SeededGenerator(seed: seed)
      guard let effects = try? PatchReader.effects(of: random.damage(patch), for: version) else {
        refused += 1
        continue
      }
      let isSame = String(describing: effects) == text
      #expect(isSame == (effects.hash == original.hash), "seed \(seed)")
      if !isSame { others += 1 }
      for effect in effects {
        #expect(Paths.normalize("/" + effect.path) == "/" + effect.path, "seed \(seed)")
      }
    }
    #expect(refused > 0 && others > 0, "\(refused) refused, \(others) read")
  }

  @Test func `never takes lines away that it doesn't name`() throws {
    let patch = try patch()
    let version = try #require(Version("3.0.0"))
    for seed in UInt64(0)..<100 {
      var random = SeededGenerator(seed: seed)
      let damaged = random.damage(patch)
      guard let effects = try? PatchReader.effects(of: damaged, for: version) else { continue }
      for case .change(let hunks) in effects.map(\.kind) {
        let before = random.damage(text(before: hunks))
        guard let after = try? PatchedText(before).applying(hunks) else { continue }
        let removed = hunks.reduce(0) { $0 + $1.original.length - $1.patched.length }
        let lines = { (bytes: [UInt8]) in bytes.count { $0 == UInt8(ascii: "\n") } }
        // A mark of a missing line break adds or removes one line.
        let marks = hunks.flatMap(\.parts).count(where: \.endsWithoutBreak)
        #expect(abs(lines(before) - removed - lines(after)) <= marks, "seed \(seed)")
      }
    }
  }

  @Test func `is never found in a damaged release in another form`() throws {
    let release = try release()
    let found = try YarnRelease.find("typescript", in: release, from: "the release")
    var same = 0
    for seed in UInt64(0)..<300 {
      var random = SeededGenerator(seed: seed)
      let damaged = random.damage(release)
      guard let bytes = try? YarnRelease.find("typescript", in: damaged, from: "the release") else {
        continue
      }
      if bytes == found { same += 1 }
      // Its hash has to be that of the lock, so any text is harmless.
      if let text = Brotli.decompress(bytes, limit: 1 << 20), let version = Version("3.0.0") {
        _ = try? PatchReader.effects(of: text, for: version)
      }
    }
    #expect(same > 0)
  }

  /// The lines that hunks look for.
  private func text(before hunks: [PatchHunk]) -> [UInt8] {
    hunks.flatMap(\.parts).filter { $0.mark != .insertion }.flatMap(\.lines)
      .flatMap { Array($0) + [UInt8(ascii: "\n")] }
  }

  private func patch() throws -> [UInt8] {
    let bytes = try YarnRelease.find("typescript", in: try release(), from: "the release")
    return try #require(Brotli.decompress(bytes, limit: 1 << 20))
  }

  private func release() throws -> [UInt8] {
    let files = try #require(try PatchWorld().files(of: "4.9.2 3.0.0 to 3.1.0"))
    return Array(try #require(files[".yarn/releases/yarn-4.9.2.cjs"]).utf8)
  }
}
