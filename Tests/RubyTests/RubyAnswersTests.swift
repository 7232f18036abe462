import Ecosystem
import Gems
import Testing
import Text

@testable import Ruby

/// Parses lines of an expression and its `inspect` in Ruby 3.1.2; `∅` marks a refusal.
private func answers(_ table: String) -> [(expression: String, answer: String)] {
  table.split(separator: "\n").compactMap { line in
    let parts = line.split(separator: " ⇒ ", maxSplits: 1).map(String.init)
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }
}

/// Evaluates an expression as martlet does, and inspects the result.
private func evaluated(_ text: String) -> String {
  let source = SourceText(file: "Gemfile", text)
  let ruby = RubyInterpreter(
    files: RubyFiles(listing: TreeListing([])), runtime: testRuntime, host: PlainHost(),
    source: source)
  do throws(RubyStop) {
    let body = try RubyParser.parse(source)
    let value = try ruby.evaluate(body)
    if case .version(let version) = value { return "\"\(version.text)\"" }
    return value.inspected ?? "∅"
  } catch {
    return "∅"
  }
}

@Suite
struct `Ruby's own answers` {
  @Test(
    "are given, or none",
    arguments: [
      ("texts", RubyAnswers.texts), ("patterns", RubyAnswers.patterns),
      ("numbers", RubyAnswers.numbers), ("arrays", RubyAnswers.arrays),
      ("hashes", RubyAnswers.hashes), ("changes", RubyAnswers.changes),
      ("blocks", RubyAnswers.blocks), ("others", RubyAnswers.others),
      ("edges", RubyAnswers.edges),
    ])
  func answered(name: String, table: String) {
    let rows = answers(table)
    #expect(rows.count > 10, "\(name)")
    for row in rows { #expect(evaluated(row.expression) == row.answer, "\(row.expression)") }
  }
}
