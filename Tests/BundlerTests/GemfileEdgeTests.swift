import Ecosystem
import Ruby
import Testing
import Text

@testable import Bundler

/// The other files of the repository.
private let files = [
  "VERSION": "1.2.3\n", "lib/v.rb": "module Foo\n  VERSION = '4.5'\nend\n",
  "other.rb": "gem 'other', '1'\n", "inner.rb": "version = '2'\ngem 'y', version\n",
]

@Suite struct `A Gemfile at the edges of Ruby` {
  @Test(arguments: gemfileEdges)
  func `is read as by Bundler or refused`(gemfile: String, gems: [String]?) async throws {
    var all = files
    all["Gemfile"] = gemfile + "\n"
    var reader = GemfileReader(tree: SourceTree(name: "t", files: all), toolchain: testToolchain)
    do throws(Problem) {
      let found = try await reader.read("Gemfile", lock: nil).dependencies.map { gem in
        let groups = gem.groups == ["default"] ? "" : " " + gem.groups.joined(separator: "|")
        return "\(gem.name) \(gem.requirement)" + groups
      }
      #expect(found == gems)
    } catch {
      #expect(error.kind == .refused)
      #expect(error.location != nil)
      #expect(gems == nil, "\(error.message)")
    }
  }
}
