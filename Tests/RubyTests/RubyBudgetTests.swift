import Ecosystem
import Testing
import Text

@testable import Ruby

/// The reason why a hostile manifest is refused.
private enum Bound: String {
  case size = "makes a value that is too large"
  case sum = "makes too many large values"
  case steps = "takes too many steps"
  case braces = "uses a pattern for files that is too long or has too many braces"
  case depth = "is nested deeper than 48 levels"
  case height = "uses an expression of more than 400 levels"
  case tokens = "is too long"
  case syntax = "uses Ruby syntax that is not evaluated"
  case pattern = "uses a pattern that takes too many steps"
}

private func numbers(_ count: Int) -> String { (0..<count).map { "k\($0)" }.joined(separator: " ") }

private func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

/// Manifests that would use gigabytes or hours, each with the reason why it is refused.
private let hostile: [(String, Bound)] = [
  (#"x = "a" * 100000; y = x.gsub("a", x)"#, .size),
  (#"x = "a" * 100000; y = x.gsub(/a/, x)"#, .size),
  (#"x = "a" * 20000; y = x.sub(/(a+)/, '\1' * 1000)"#, .size),
  (#"x = (["a"] * 15000).join("b" * 1000000)"#, .size),
  (#"x = ["a"] * 15000 * ("b" * 1000000)"#, .size),
  (#"x = "a" * 9223372036854775807"#, .size),
  (#"x = [1] * 9223372036854775807"#, .size),
  ("x = 'aaaaaaaaaaaaaaaa'\n" + times("x = x + x\n", 60), .size),
  ("x = 'aaaaaaaaaaaaaaaa'\n" + times("x += x\n", 60), .size),
  ("x = 'aaaaaaaaaaaaaaaa'\n" + times("x << x\n", 60), .size),
  ("x = 'aaaaaaaaaaaaaaaa'\n" + times("x = \"#{x}#{x}\"\n", 60), .size),
  ("x = [1]\n" + times("x = x + x\n", 60), .size),
  ("x = [1]\n" + times("x = [*x, *x]\n", 60), .size),
  ("x = [1]\n" + times("x.concat(x)\n", 60), .size),
  (#"x = ("a" * 1000000).chars"#, .size),
  (#"x = ("a" * 1000000).scan(/a/)"#, .size),
  (#"x = ("a," * 400000).split(",")"#, .size),
  (#"x = ("a\n" * 400000).lines"#, .size),
  ("x = [1]; x << x", .size),
  ((0..<120).map { "x\($0) = \"a\" * 1000000" }.joined(separator: "\n"), .sum),
  ("x = {" + (0..<12000).map { "\"k\($0)\" => 1" }.joined(separator: ",") + "}", .size),
  ("x = \"a\" * 1000000\n" + times("y = x.include?(\"ab\")\n", 100), .steps),
  (#"x = "a" * 1000000; y = x =~ /a.*b/"#, .steps),
  (#"x = "a" * 30000; y = x =~ /(a+)+b/"#, .pattern),
  ("x = %w[\(numbers(9000))]\n" + times("y = x.sort\n", 100), .steps),
  ("x = %w[\(numbers(6000))]\n" + times("y = x - x\n", 10), .steps),
  (#"x = Dir.glob("\#(times("{a,b}", 41))")"#, .braces),
  (#"x = Dir.glob("\#(times("a", 5000))")"#, .braces),
  (times("[", 1_000_000), .tokens), ("x = " + times("!", 1_000), .depth),
  ("x = 1" + times("+1", 60_000), .height), ("x = 'a'" + times(".b", 60_000), .height),
  ("x = 1" + times(" if 1", 60_000), .height), ("x = 1" + times("|1", 60_000), .height),
  ("x = 1" + times(" rescue 1", 60_000), .height), ("x = 1" + times(" && 1", 60_000), .height),
]

@Suite struct `A hostile manifest` {
  /// Evaluates and returns the steps and bytes used.
  private func run(_ text: String) throws(RubyStop) -> RubyBudget {
    let source = SourceText(file: "Gemfile", text)
    let ruby = RubyInterpreter(
      files: RubyFiles(listing: TreeListing(["Gemfile"])), runtime: testRuntime, host: PlainHost(),
      source: source)
    do throws(RubyStop) {
      try ruby.run(source)
    } catch {
      #expect(ruby.budget.usedSteps <= 2 * RubyBudget.steps + 2)
      #expect(ruby.budget.usedBytes <= 2 * RubyBudget.bytes + 2)
      throw error
    }
    return ruby.budget
  }

  @Test(arguments: hostile.indices)
  func `is refused before it uses more than its budget`(index: Int) {
    let (text, bound) = hostile[index]
    do throws(RubyStop) {
      _ = try run(text)
      Issue.record("evaluated: \(text.prefix(60))")
    } catch {
      guard case .refused(let message, _, let range) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(message == bound.rawValue, "\(text.prefix(60))")
      #expect(range.upperBound <= text.utf8.count)
    }
  }

  @Test func `leaves room for what manifests do`() throws {
    let text = """
      names = %w[\(numbers(500))]
      list = names.map { |name| "lib/#{name}.rb" }.join("\\n")
      table = { \((0..<500).map { "k\($0): \($0)" }.joined(separator: ", ")) }
      same = table == table.dup
      files = Dir["{lib,exe}/**/*.{rb,rake}"]
      """
    let used = try run(text)
    #expect(used.usedSteps < RubyBudget.steps / 4)
  }

  @Test(arguments: [
    ("{a,b}", "a", true), ("{a,b}/c", "b/c", true), ("{a,{b,c}}", "c", true),
    ("{a,{b,c}d}", "cd", true), ("{a,{b,c}d}", "c", false), ("{a", "{a", true), ("a}", "a}", true),
    ("{}x", "x", true), ("{{a,b},c}{d,e}", "be", true), ("x{a,b", "x{a,b", true),
    ("{,*,*/*}.gemspec", "a/b.gemspec", true), ("{,*}.gemspec", "a/b.gemspec", false),
  ]) func `expands braces as Ruby does`(
    pattern: String, path: String, isMatch: Bool
  ) throws {
    #expect(try #require(RubyGlob(pattern)).matches(path) == isMatch)
  }
}
