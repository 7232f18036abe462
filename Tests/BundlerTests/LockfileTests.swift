import Ecosystem
import TestSupport
import Testing
import Text

@testable import Bundler

/// A lock with every kind of block and section, as Bundler sorts it.
private let complete = """
  GIT
    remote: https://github.com/acme/anvil.git
    revision: 0123456789abcdef0123456789abcdef01234567
    branch: main
    submodules: true
    specs:
      anvil (1.0.pre.2)
        tongs (>= 1, < 3)

  PATH
    remote: engines/tower
    glob: *.gemspec
    specs:
      tower (0.1.0)
        anvil

  GEM
    remote: https://gems.example.com/
    remote: https://rubygems.org/
    specs:
      stone (2.0.0)
      stone (2.0.0-arm64-darwin)
      tongs (1.4)
        stone (~> 2.0, != 2.0.1)

  PLATFORMS
    arm64-darwin
    ruby

  DEPENDENCIES
    anvil!
    tongs (~> 1.0)
    tower!

  CHECKSUMS
    anvil (1.0.pre.2)
    stone (2.0.0) sha256=00
    stone (2.0.0-arm64-darwin) sha256=11
    tongs (1.4) sha256=22
    tower (0.1.0)

  RUBY VERSION
     ruby 3.1.2p20

  BUNDLED WITH
     2.7.2

  """

private func read(_ text: String) throws(Problem) -> Lockfile {
  try LockfileReader.read(SourceText(file: "Gemfile.lock", text))
}

@Suite struct `Gemfile.lock` {
  @Test(arguments: [10_000, 10_001, 60_000])
  func `a lock of more gems than any project has is refused`(count: Int) throws {
    let gems = (0..<count).map { "    g\($0) (1.0)\n" }.joined()
    let lock = "GEM\n  remote: https://rubygems.org/\n  specs:\n\(gems)\nPLATFORMS\n  ruby\n"
    guard count > 10_000 else {
      #expect(try LockfileReader.read(SourceText(file: "Gemfile.lock", lock)).specs.count == count)
      return
    }
    let problem = #expect(throws: Problem.self) {
      try LockfileReader.read(SourceText(file: "Gemfile.lock", lock))
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.message == "lists more than 10000 gems")
    #expect(problem?.location?.line == 10_004)
  }

  @Test func `is written as it was read`() throws {
    let written = LockfileWriter.write(try read(complete))
    #expect(String(decoding: written, as: UTF8.self) == complete)
  }

  @Test func `keeps the line ends of Windows`() throws {
    let windows = complete.replacing("\n", with: "\r\n")
    #expect(String(decoding: LockfileWriter.write(try read(windows)), as: UTF8.self) == windows)
  }

  @Test func `is sorted by Bundler's rules however it was written`() throws {
    let shuffled = """
      GEM
        remote: https://rubygems.org/
        specs:
          b (1.0-java)
          b (1.0)
            d (< 2, >= 1)
            c
          B (2)

      PLATFORMS
        ruby
        java

      DEPENDENCIES
        b
        b (= 1.0)
        B

      """
    let sorted = """
      GEM
        remote: https://rubygems.org/
        specs:
          B (2)
          b (1.0)
            c
            d (>= 1, < 2)
          b (1.0-java)

      PLATFORMS
        java
        ruby

      DEPENDENCIES
        B
        b (= 1.0)

      """
    #expect(String(decoding: LockfileWriter.write(try read(shuffled)), as: UTF8.self) == sorted)
  }

  @Test(arguments: [
    ("GEM\n<<<<<<< HEAD\n", "holds merge conflict marks", 2),
    (
      "GEM\n  remote: https://rubygems.org/\n  specs:\n   a (1)\n", "has a line of no known form", 4
    ),
    ("NOTES\n", "has a section that Bundler does not know", 1),
    ("  a\n", "has a line outside every section", 1),
    ("GIT\n  remote: x\n  specs:\n\nPLATFORMS\n", "has a block without its remote or revision", 5),
    ("DEPENDENCIES\n  a (~> x)\n", "has a dependency of no known form", 2),
    ("CHECKSUMS\n  a\n", "has a checksum of no known form", 2),
    ("BUNDLED WITH\n   soon\n", "names no version of Bundler", 2),
  ])
  func `is refused with its location if Bundler would guess`(
    text: String, message: String, line: Int
  ) {
    let problem = #expect(throws: Problem.self) { try read(text) }
    #expect(problem?.message == message)
    #expect(problem?.location?.line == line)
    #expect(problem?.kind == .refused)
  }

  @Test func `never traps on damaged text`() {
    var generator = SeededGenerator(seed: 41)
    for _ in 0..<400 {
      let bytes = generator.damage(Array(complete.utf8))
      guard let lock = try? LockfileReader.read(SourceText(file: "Gemfile.lock", bytes: bytes))
      else { continue }
      let written = LockfileWriter.write(lock)
      let again = try? LockfileReader.read(SourceText(file: "Gemfile.lock", bytes: written))
      #expect(again.map(LockfileWriter.write) == written)
    }
  }
}
