import Testing

@testable import Bundler

@Suite struct `Requires of gems` {
  @Test(arguments: [
    ("require 'a'", ["a"]), ("  require \"a/b/c\"", ["a", "a/b", "a/b/c"]),
    ("require('a')", ["a"]), ("require_relative 'a'", []), ("require name", []),
    ("# require 'a'", []), ("load 'a'\nrequire 'b'", ["b"]),
  ])
  func `are found at the beginning of lines`(source: String, modules: [String]) {
    #expect(BundlerEcosystem.modules(in: source) == Set(modules))
  }
}
