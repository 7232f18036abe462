import Ecosystem
import Gems
import Testing
import Text

@testable import Bundler

/// The other files of the repository.
private let files = [
  "VERSION": "1.2.3\n", "lib/v.rb": "module Foo\n  VERSION = '4.5'\nend\n",
  "other.rb": "gem 'other', '1'\n", "inner.rb": "version = '2'\ngem 'y', version\n",
]

@Suite struct `A Gemfile at the edges of Ruby` {
  @Test(arguments: gemfileEdges + gemfileForms)
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

  @Test func `leaves out the gems of a gemspec in a block for a variable that isn't set`()
    async throws
  {
    let all = [
      "Gemfile": "env 'NOT_SET' do\n  gemspec\nend\n",
      "x.gemspec": """
      Gem::Specification.new do |s|
        s.name = 'x'
        s.version = '1'
        s.add_development_dependency 'y'
      end
      """,
    ]
    var reader = GemfileReader(tree: SourceTree(name: "t", files: all), toolchain: testToolchain)
    let found = try await reader.read("Gemfile", lock: nil).dependencies
    #expect(found.map(\.name) == ["x", "y"])
    #expect(found.map(\.isIncluded) == [false, false])
  }

  @Test func `pays for each letter of a long text`() async throws {
    let text = "s = 'a' * 1_000_000\n" + String(repeating: "s = s.reverse\n", count: 8)
    var reader = GemfileReader(
      tree: SourceTree(name: "t", files: ["Gemfile": text]), toolchain: testToolchain)
    let problem = await #expect(throws: Problem.self) {
      try await reader.read("Gemfile", lock: nil)
    }
    #expect(problem?.message.contains("too many") == true, "\(problem?.message ?? "")")
  }
}
