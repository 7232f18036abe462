import Ecosystem
import Gems
import TestSupport
import Testing
import Text

@testable import Bundler

let testToolchain = RubyToolchain(
  ruby: GemVersion("3.1.2") ?? .zero, rubygems: GemVersion("3.3.15") ?? .zero,
  bundler: GemVersion("2.7.2") ?? .zero, platform: "x86_64-linux",
  rubyOrigin: "the test")

/// Reads a Gemfile among other files.
private func read(
  _ gemfile: String, _ files: [String: String] = [:], lock: String? = nil
) async throws(Problem) -> Gemfile {
  var all = files
  all["Gemfile"] = gemfile
  var reader = GemfileReader(tree: SourceTree(name: "t", files: all), toolchain: testToolchain)
  let lock = try lock.map { (text) throws(Problem) in
    try LockfileReader.read(SourceText(file: "Gemfile.lock", text))
  }
  return try await reader.read("Gemfile", lock: lock)
}

extension Gemfile {
  /// One line for each gem: `name requirement group,group source`.
  fileprivate var summary: [String] {
    dependencies.map { gem in
      var words = [gem.name, gem.requirement.description]
      if gem.groups != ["default"] { words.append("[" + gem.groups.joined(separator: ",") + "]") }
      if !gem.platforms.isEmpty { words.append("{" + gem.platforms.joined(separator: ",") + "}") }
      if let source = gem.source { words.append(source.identifier) }
      if !gem.isIncluded { words.append("excluded") }
      return words.joined(separator: " ")
    }
  }
}

/// Texts and the gems that they declare.
private let evaluated: [(String, [String])] = [
  (#"gem "a" if RUBY_VERSION >= "3.0""#, ["a >= 0"]),
  (#"gem "a" unless Gem::Version.new(RUBY_VERSION) < Gem::Version.new("3.2")"#, []),
  (#"if ENV["CI"] then gem "a" else gem "b" end"#, ["b >= 0"]),
  (#"gem "a", ENV.fetch("A", "~> 1.2")"#, ["a ~> 1.2"]),
  (#"gem "a", (ENV["A"] || "~> 1.2")"#, ["a ~> 1.2"]),
  (#"v = "1.#{1 + 1}"; gem "a", v"#, ["a = 1.2"]),
  (#"%w[a b].each { |n| gem n, "~> 1" }"#, ["a ~> 1", "b ~> 1"]),
  (#"{ "a" => "1", "b" => "2" }.each do |n, v| gem n, v end"#, ["a = 1", "b = 2"]),
  (#"gem "a" if File.exist?("x.txt")"#, ["a >= 0"]),
  (#"gem "a", File.read("x.txt").strip"#, ["a = 9.1"]),
  (#"gem "a", File.read("x.txt", encoding: "UTF-8").strip"#, ["a = 9.1"]),
  (#"File.foreach("x.txt", chomp: true) { |line| gem "a", line }"#, ["a = 9.1"]),
  (#"gem "a", JSON.parse(File.read("package.json"))["version"]"#, ["a = 2.3.4"]),
  (#"gem "a", JSON.load_file("package.json", symbolize_names: true)[:version]"#, ["a = 2.3.4"]),
  (#"gem "a", YAML.load_file(File.join(__dir__, "package.json")).fetch("version")"#, ["a = 2.3.4"]),
  (#"case RUBY_ENGINE when "jruby" then gem "a" else gem "b" end"#, ["b >= 0"]),
  (#"gem "a", install_if: -> { RUBY_PLATFORM =~ /darwin/ }"#, ["a >= 0 excluded"]),
  ("def pick(n, v = nil)\n  gem n, v\nend\npick 'a', '2'", ["a = 2"]),
  ("eval_gemfile 'more.rb'", ["more >= 0"]),
  ("eval_gemfile File.expand_path('more.rb', __dir__)", ["more >= 0"]),
  ("gem 'a', *%w[>=1 <2]", ["a >= 1, < 2"]),
  ("opts = { require: false, group: :test }\ngem 'a', '1', **opts", ["a = 1 [test]"]),
  ("gem 'a',\n  # why\n  '~> 1',\n  require: false\n", ["a ~> 1"]),
  ("plugin 'x'\ngem 'a' rescue nil", ["a >= 0"]),
  ("warn <<~TEXT\n  gem 'no' #{1}\nTEXT\ngem 'a'", ["a >= 0"]),
  ("begin\n  require 'json'\nrescue LoadError\n  gem 'b'\nend\ngem 'a'", ["a >= 0"]),
  ("begin\n  require 'x'\nrescue LoadError\n  warn 'no x'\nend\ngem 'a'", ["a >= 0"]),
  ("gem 'a', RUBY_VERSION < '3.2' ? '1' : '2'", ["a = 1"]),
  ("return if RUBY_VERSION < '2'\ngem 'a'\n__END__\n`rm`", ["a >= 0"]),
  ("names = []\nnames << 'a' << 'b'\nnames.each { |n| gem n }", ["a >= 0", "b >= 0"]),
  ("a = %w[a]\nb = a\nb.push('c')\na.each { |n| gem n }", ["a >= 0", "c >= 0"]),
  ("v = {}\nv['a'] = '1'\nv.store('b', '2')\nv.each { |n, r| gem n, r }", ["a = 1", "b = 2"]),
  ("%w[a b c].each { |n|\n break if n == 'c'\n gem n }", ["a >= 0", "b >= 0"]),
  ("def g(n, **o)\n  gem n, '1', **o\nend\ng 'a', group: :test", ["a = 1 [test]"]),
  ("def g(*n)\n n.each { |x| return if x == 'b'; gem x }\nend\ng 'a', 'b', 'c'", ["a >= 0"]),
  ("gem 'a', (RUBY_PLATFORM =~ /LINUX/i ? '1' : '2')", ["a = 1"]),
  ("o = { group: :x }\no[:group] = :y\ngem 'a', o", ["a >= 0 [y]"]),
  ("gem File.basename('a'), Dir['*.txt'].map { |f| File.read(f).strip }", ["a = 9.1"]),
]

/// Texts, why they are refused and in which line.
private let refused: [(String, String, Int)] = [
  (
    "begin\n  require 'x'\nrescue LoadError\n  gem 'b'\nend",
    "asks whether a library is installed", 2
  ),
  ("gem 'a'\n`rm -rf /`", "runs a command", 2),
  ("gem \"a#{`id`}\"", "runs a command", 1),
  ("system 'id'", "calls `system`", 1),
  ((0...5_000).map { "gem 'g\($0)'" }.joined(separator: "\n"), "names more than 5000 gems", 5_001),
  ("eval 'gem \"a\"'", "evaluates a text that is not one file of the repository", 1),
  ("\n\nsend(:gem, 'a')", "calls `send`", 3),
  ("IO.popen('id')", "calls `popen` on `IO`", 1),
  ("open('|id').read", "calls `open`", 1),
  ("while true do gem 'a' end", "uses a loop", 1),
  ("gem ENV['X']", "has a gem whose name is not known", 1),
  ("gem 'a', ENV.fetch('X')", "needs an environment variable", 1),
  ("gem 'a', unknown: 1", "gives a gem the option `unknown`, which Bundler does not know", 1),
  ("gem 'a', 'soon'", "has an ill-formed requirement", 1),
  ("gem 'a', path: '../elsewhere'", "uses gems outside of the repository", 1),
  ("gem 'a', platforms: :amiga", "names the platform `amiga`, which Bundler does not know", 1),
  (
    "source 'https://x.example', type: 'p'\n", "takes gems from a source that only a plugin knows",
    1
  ),
  ("gem 'a', '1'\ngem 'a', '2'", "declares the same gem twice with different requirements", 2),
  ("gem 'a", "has a text without end", 1),
  ("10_000_000.times { 1 }", "calls `times` on a value", 1),
  ("(1..9999).each { (1..9999).each { 1 } }", "takes too many steps", 1),
  ("x = 'a' =~ /(a/", "uses a pattern that is not evaluated", 1),
  ("x = 'a' =~ /a/n", "uses a pattern that is not evaluated", 1),
  (
    "\nx = ('a' * 5000 + 'b') =~ /(a*)*$/", "uses a pattern that takes too many steps", 2
  ),
  ("h = Hash.new { |h, k| h[k] = [] }", "calls `new` on `Hash`", 1),
  ("[2, 1].sort { |a, b| b <=> a }", "calls `sort` on an array", 1),
  ("a = []\na << a\ngem a", "makes a value that is too large", 2),
  ("a = %w[a]\na.each { |n| a << 'b' if n == 'a' }", "changes an array while iterating over it", 2),
  ("s = [1].to_set\ns << 1", "calls `to_set` on an array", 1),
  ("gem 'a'\nreturn\ngem 'b'", "leaves the file with `return`", 2),
  ("def g(n) gem n end\ng", "calls a method with the wrong arguments", 1),
  ("raise 'no'", "stops with `raise`", 1),
  ("gem 'a' do |", "has parameters that are not supported", 1),
]

@Suite struct `A Gemfile` {
  @Test func `declares gems with groups, platforms and sources`() async throws {
    let gemfile = try await read(
      """
      # frozen_string_literal: true
      source "https://rubygems.org"
      source :rubygems unless true
      git_source(:acme) { |repo| "https://git.example.com/#{repo}.git" }
      ruby "~> 3.1"

      gem "rails", "~> 7.0", ">= 7.0.4", require: false
      gem 'a', :group => :test, :platforms => [:mri, :windows]
      group :development, :test do
        gem "b"
        gem "c", group: "ci"
      end
      platforms :jruby do gem "d" end
      gem "e", github: "x/y", branch: "main"
      gem "f", github: "rails"
      gem "g", acme: "tools", tag: "v1"
      gem "h", path: "engines/h"
      source "https://gems.example.com" do
        gem "i"
      end
      gem "j", source: "https://other.example.com/"
      gem("k", "= 1.0", "!= 1.1")
      gem "l", if_missing = nil
      """)
    #expect(
      gemfile.summary == [
        "rails ~> 7.0, >= 7.0.4", "a >= 0 [test] {mri,windows}", "b >= 0 [development,test]",
        "c >= 0 [development,test,ci]", "d >= 0 {jruby}",
        "e >= 0 https://github.com/x/y.git (main)", "f >= 0 https://github.com/rails/rails.git",
        "g >= 0 https://git.example.com/tools.git (v1)", "h >= 0 source at `engines/h`",
        "i >= 0 rubygems repository https://gems.example.com/",
        "j >= 0 rubygems repository https://other.example.com/", "k = 1.0, != 1.1", "l >= 0",
      ])
    #expect(gemfile.global.remotes == ["https://rubygems.org/"])
    #expect(gemfile.ruby?.requirement == GemRequirement(["~> 3.1"]))
  }

  @Test(arguments: evaluated)
  func `is evaluated without being run`(text: String, gems: [String]) async throws {
    let files = [
      "x.txt": "9.1\n", "more.rb": "gem 'more'", "package.json": "{\n\t\"version\": \"2.3.4\"\n}",
    ]
    #expect(try await read(text, files).summary == gems)
  }

  @Test(arguments: refused)
  func `is refused with the construct and its place`(
    text: String, message: String, line: Int
  ) async {
    let problem = await #expect(throws: Problem.self) { try await read(text) }
    #expect(problem?.message == message)
    #expect(problem?.kind == .refused)
    #expect(problem?.location?.line == line)
  }

  @Test(
    arguments: [
      String(repeating: "(", count: 100_000), String(repeating: "[", count: 100_000),
      String(repeating: "!", count: 100_000), String(repeating: "if a\n", count: 100_000),
      String(repeating: "-", count: 100_000) + "1", String(repeating: "a.", count: 100_000) + "b",
      "gem \"" + String(repeating: "#{\"", count: 10_000),
      "x = " + String(repeating: "a ? ", count: 50_000),
      String(repeating: "def a\n", count: 50_000), String(repeating: "{", count: 100_000),
      "gem 'a', " + String(repeating: "'1' + ", count: 20_000) + "'1'",
      "a" + String(repeating: "{ a", count: 30_000),
      String(repeating: "case a when ", count: 9_000),
    ].map(LongText.init))
  func `is refused when it is nested to exhaust the stack`(text: LongText) async {
    await #expect(throws: Problem.self) { try await read(text.value) }
  }

  @Test func `asks the lock how a condition on the machine was answered`() async throws {
    let text = "gem 'a'\nif ENV['NEXT']\n  gem 'b', '2'\nelse\n  gem 'c'\nend"
    let lock = "DEPENDENCIES\n  a\n  b (= 2)\n"
    #expect(try await read(text, lock: lock).summary == ["a >= 0", "b = 2"])
    #expect(try await read(text).summary == ["a >= 0", "c >= 0"])
  }

  @Test func `reads a gemspec and the version file that it requires`() async throws {
    let gemfile = try await read(
      "source 'https://rubygems.org'\ngemspec\ngem 'rake', '~> 13.0'",
      [
        "tool.gemspec": """
        lib = File.expand_path("../lib", __FILE__)
        $LOAD_PATH.unshift(lib) unless $LOAD_PATH.include?(lib)
        require "tool/version"
        Gem::Specification.new do |s|
          s.name = "tool"
          s.version = Tool::VERSION.dup
          s.files = `git ls-files -z`.split("\\x0").reject { |f| f.match(%r{^(test|spec)/}) }
          s.metadata["x"] = "y" if s.respond_to?(:metadata)
          s.required_ruby_version = ">= 2.7"
          s.add_dependency "rack", ">= 2", "< 4"
          s.add_runtime_dependency(%q<thor>.freeze, ["~> 1.0".freeze])
          s.add_development_dependency "rake"
          s.add_development_dependency "minitest", "~> 5"
        end
        """,
        "lib/tool/version.rb":
          "module Tool\n  MAJOR = 1\n  VERSION = [MAJOR, 2, 0].join('.')\nend\n",
      ])
    #expect(
      gemfile.summary == [
        "tool >= 0 source at `.`", "minitest ~> 5 [development]", "rake >= 0, ~> 13.0",
      ])
  }

  @Test(arguments: [
    ("ENV['A'] ||= '1.2'\ngem 'x', ENV['A']", "x = 1.2"),
    ("ENV['A'] = '1.2'\ngem 'x', ENV.fetch('A')", "x = 1.2"),
    ("gem 'x' if Bundler.current_ruby.mri?\ngem 'y' if Bundler.current_ruby.jruby?", "x >= 0"),
    ("gem 'x' if Bundler.current_ruby.on_31?\ngem 'y' if Bundler.current_ruby.on_30?", "x >= 0"),
    ("Dir.chdir('sub') { gem 'x', File.read('v').strip }", "x = 3.4"),
    ("Dir.chdir('sub') do\n  Dir['*'].each { |name| gem name }\nend", "v >= 0"),
    ("File.open('sub/v') { |file| gem 'x', file.read.strip }", "x = 3.4"),
    ("File.open('sub/v', 'r').nil?", "calls `open` on `File`"),
    ("File.open('sub/v', 'w') { |file| file.write('x') }", "calls `open` on `File`"),
    ("Dir.chdir('../..') { gem 'x' }", "calls `chdir` on `Dir`"),
    ("eval File.read('more/gems'), binding", "q ~> 2"),
    ("eval(File.read('more/gems'), nil, 'more/gems', 1)", "q ~> 2"),
    ("instance_eval File.read('more/gems')", "q ~> 2"),
    ("instance_eval(Bundler.read_file('more/gems'), 'more/gems')", "q ~> 2"),
    ("eval File.read('more/own'), nil, 'more/own'", "own >= 0"),
    (
      "eval File.read('more/own')",
      "uses `__FILE__` in a text that is evaluated without a name"
    ),
    ("eval \"gem 'x'\"", "evaluates a text that is not one file of the repository"),
    (
      "eval File.read('more/gems'), nil, 'sub/v'",
      "evaluates a text that is not one file of the repository"
    ),
    (
      "eval File.read('more/gems') + ' '",
      "evaluates a text that is not one file of the repository"
    ),
    ("eval ENV['GEMS']", "evaluates a text that is not known"),
    ("require_relative 'more/version'\ngem 'v', Some::VERSION", "v = 4.1"),
    ("def f(a = File.basename('x/y'))\n  gem a\nend\nf", "y >= 0"),
    ("def f(a = 'x' + 'y', b: ['q'].first)\n  gem a, group: b\nend\nf", "xy >= 0 [q]"),
    ("[['x', 'y']].each { |a, b = 'z'.upcase| gem a + b }", "xy >= 0"),
    ("['x'].each { |a, b = 'z'.upcase| gem a + b }", "xZ >= 0"),
    ("Dir['./sub/*'].each { |path| gem path.tr('./', '__') }", "__sub_v >= 0"),
    ("Dir['sub/[u-w]'].each { |path| gem File.basename(path) }", "v >= 0"),
    ("Dir['sub/[^u-w]'].each { |path| gem path }\ngem 'none'", "none >= 0"),
    ("Dir.chdir('sub') { Dir['../more/g*'].each { |path| gem path } }", "../more/gems >= 0"),
    ("Dir[File.join(__dir__, 'sub', '*')].each { |path| gem path }", "/repository/sub/v >= 0"),
    ("Dir['../../x/*'].each { |path| gem path }", "calls `[]` on `Dir`"),
    ("Dir['/etc/*'].each { |path| gem path }", "calls `[]` on `Dir`"),
    (
      "Dir.glob('*', File::FNM_DOTMATCH)",
      "uses the constant `File::FNM_DOTMATCH`, which is not known"
    ),
    (
      "spec = Gem::Specification.load('more/x.gemspec')\n"
        + "spec.runtime_dependencies.each { |d| gem d.name, *d.requirement.as_list }",
      "rack >= 1, < 3"
    ),
    (
      "spec = Gem::Specification.load(File.expand_path('more/x.gemspec', __dir__))\n"
        + "spec.dependencies.each { |d| gem d.name, d.requirement if d.type == :development }",
      "rake ~> 13.0"
    ),
    (
      "spec = Gem::Specification.load('more/x.gemspec')\ngem spec.name, spec.version.to_s",
      "x = 1.0"
    ),
    ("Gem::Specification.load('no.gemspec')", "loads a gemspec that is not in the repository"),
  ])
  func `evaluates what manifests do with folders, files and the environment`(
    text: String, answer: String
  ) async throws {
    do throws(Problem) {
      let version = "module Some\n  VERSION = '4.1' unless const_defined?(:VERSION)\nend\n"
      let gemfile = try await read(
        text,
        [
          "sub/v": "3.4\n", "more/gems": "gem 'q', '~> 2'\n",
          "more/own": "gem File.basename(__FILE__)\n", "more/version.rb": version,
          "more/x.gemspec": """
          Gem::Specification.new do |s|
            s.name = 'x'
            s.version = '1.0'
            s.add_dependency 'rack', '>= 1', '< 3'
            s.add_development_dependency 'rake', '~> 13.0'
          end
          """,
        ])
      #expect(gemfile.summary == [answer])
    } catch {
      #expect(error.kind == .refused)
      #expect(error.message == answer)
    }
  }

  @Test func `edits a gem where the evaluated file names it`() async throws {
    let files = ["shared/gems": "# shared\ngem 'q', '~> 2'\n"]
    let gemfile = try await read("gem 'a'\ninstance_eval File.read('shared/gems')\n", files)
    #expect(
      gemfile.dependencies.map { "\($0.location.file):\($0.location.line)" }
        == ["Gemfile:1", "shared/gems:2"])
  }

  @Test func `of an app has fastlane's plugins`() async throws {
    let text = """
      source "https://rubygems.org"
      gem "fastlane"
      plugins_path = File.join(File.dirname(__FILE__), 'fastlane', 'Pluginfile')
      eval_gemfile(plugins_path) if File.exist?(plugins_path)
      """
    let plugins = "# Autogenerated by fastlane\ngem 'fastlane-plugin-badge', '~> 1.5'\n"
    let gemfile = try await read(text, ["fastlane/Pluginfile": plugins])
    #expect(gemfile.summary == ["fastlane >= 0", "fastlane-plugin-badge ~> 1.5"])
    #expect(gemfile.dependencies[1].location.description.hasPrefix("fastlane/Pluginfile:2:"))
    #expect(try await read(text).summary == ["fastlane >= 0"])
  }

  @Test func `fails if a file of another branch cannot be read`() async throws {
    let text = "gem 'x'\neval_gemfile 'more' if ENV['MORE']\n"
    let lock = try LockfileReader.read(
      SourceText(
        file: "Gemfile.lock",
        "GEM\n  specs:\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  x\n  y\n"))
    let tree = SourceTree(name: "t", paths: ["Gemfile", "more"]) { path throws(Problem) in
      guard path == "Gemfile" else { throw Problem(.failed, "is out of reach", subject: path) }
      return SourceText(file: path, text)
    }
    var reader = GemfileReader(tree: tree, toolchain: testToolchain)
    let error = await #expect(throws: Problem.self) { try await reader.read("Gemfile", lock: lock) }
    #expect(error?.message == "is out of reach")
  }

  @Test func `is refused if the lock shows a branch that is not evaluated`() async throws {
    let text = "gem 'x'\nif ENV['MORE']\n  gem 'y'\n  exec 'ls'\nend\n"
    let lock = "GEM\n  specs:\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  x\n"
    #expect(try await read(text, lock: lock).summary == ["x >= 0"])
    let error = await #expect(throws: Problem.self) {
      try await read(text, lock: lock + "  y\n")
    }
    #expect(error?.kind == .refused)
    #expect(error?.location?.line == 4)
  }

  @Test(arguments: [
    ("3.2.2\n", "3.2.2"), ("ruby-3.2.2", "3.2.2"), ("nodejs 20\nruby 3.1.2 # x\n", "3.1.2"),
    ("ruby = \"3.3.0\"", "3.3.0"), ("ruby   2.5.1# c", "2.5.1"),
  ])
  func `takes Ruby's version from a file`(text: String, version: String) async throws {
    let gemfile = try await read("ruby file: '.tool-versions'", [".tool-versions": text])
    #expect(gemfile.ruby?.versions == [version])
  }
}
