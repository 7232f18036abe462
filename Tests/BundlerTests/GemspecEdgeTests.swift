import Ecosystem
import Ruby
import Testing
import Text

@testable import Bundler

/// Lines of a gemspec and the dependencies that RubyGems reads, nil for a refusal.
private let lines: [(String, [String]?)] = [
  (#"s.add_dependency 'a', `echo 1`.strip"#, nil),
  (#"s.add_dependency('a') if `ls`.empty?"#, nil),
  (#"s.add_dependency('a') if `ls` == """#, nil),
  (#"s.add_dependency('a') unless `ls`.strip != "x""#, nil),
  (#"s.add_dependency('a') if !`ls`.empty?"#, nil),
  (#"s.add_dependency 'a' if s.respond_to?(:nope)"#, nil),
  (#"s.version = '10.0'; s.add_dependency 'a' if s.version > "9""#, ["a >= 0"]),
  (#"s.version = nil"#, nil),
  (#"s.nope = 1"#, nil),
  (#"s.nope"#, nil),
  (#"s.add_dependency 'a' if s.files.include?("x")"#, nil),
  (#"s.add_dependency 'a' if s.platform == 'ruby'"#, ["a >= 0"]),
  (#"s.add_dependency 'a' if s.platform.to_s == 'ruby'"#, ["a >= 0"]),
  (#"s.add_dependency 'a' if s.required_ruby_version.nil?"#, []),
  (#"s.add_dependency 'a'; s.dependencies.clear"#, nil),
  (#"s.add_dependency 'a'; s.dependencies.delete_if { |d| d.name == 'a' }"#, nil),
  (#"s.instance_eval { add_dependency 'a' }"#, nil),
  (#"s.tap { |x| x.add_dependency 'a' }"#, ["a >= 0"]),
  (#"s.send(:add_dependency, 'a')"#, nil),
  (#"s.add_dependency 'a' if defined?(RUBY_ENGINE) && RUBY_ENGINE == 'ruby'"#, ["a >= 0"]),
]

/// Gemspecs that RubyGems rejects.
private let rejected: [String] = [
  "Gem::Specification.new do |s|\n s.name='x'\n s.version='1'\nend\nputs 1",
  "Gem::Specification.new do |s|\n s.name='x'\n s.version='1'\nend\n1",
  "spec = Gem::Specification.new\nspec.name='x'\nspec.version='1'",
  "version = '1'\ndef v; version; end\nGem::Specification.new do |s|\n s.name='x'\n s.version=v\nend",
]

private func read(_ gemspec: String) async throws(Problem) -> Gemspec? {
  let tree = SourceTree(name: "t", files: ["x.gemspec": gemspec])
  var reader = GemfileReader(tree: tree, toolchain: testToolchain)
  return try await reader.gemspecs(in: "", matching: "x.gemspec").first
}

@Suite struct `A gemspec` {
  @Test(arguments: lines)
  func `has the dependencies that RubyGems reads`(line: String, expected: [String]?) async throws {
    let text = """
      Gem::Specification.new do |s|
        s.name = 'x'
        s.version = '1.0'
        \(line)
      end
      """
    do throws(Problem) {
      let found = try await read(text)?.runtime.map { declaration in
        "\(declaration.dependency.name) \(declaration.dependency.requirement)"
      }
      #expect(found == expected)
    } catch {
      #expect(error.kind == .refused)
      #expect(expected == nil, "\(error.message)")
    }
  }

  @Test(arguments: rejected)
  func `is refused if RubyGems rejects it`(text: String) async {
    await #expect(throws: Problem.self) { try await read(text) }
  }
}
