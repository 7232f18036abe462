import Testing
import Text

@testable import Bundler

/// Expressions and what Ruby 3.1.2 answers to `inspect` of them, a line each; `∅` stands where
/// martlet refuses to evaluate.
private func answers(_ table: String) -> [(expression: String, answer: String)] {
  table.split(separator: "\n").compactMap { line in
    let parts = line.split(separator: " ⇒ ", maxSplits: 1).map(String.init)
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }
}

/// A manifest without words of its own.
private final class NoWords: RubyHost {
  let passesOverCommands = false

  func call(_ call: RubyInvocation, _ ruby: RubyInterpreter) -> RubyValue? { nil }

  func send(
    _ call: RubyInvocation, to object: RubyValue, _ ruby: RubyInterpreter
  ) -> RubyValue? { nil }

  func skips(_ name: String, of receiver: RubyValue?) -> Bool { false }
}

/// What martlet makes of an expression.
private func evaluated(_ text: String) -> String {
  let source = SourceText(file: "Gemfile", text)
  let ruby = RubyInterpreter(
    files: RubyFiles(listing: [], texts: [:], directory: ""), toolchain: testToolchain,
    host: NoWords(), source: source)
  do throws(RubyStop) {
    let body = try RubyParser.parse(source)
    let value = try ruby.evaluate(body)
    if case .version(let version) = value { return "\"\(version.text)\"" }
    return value.inspected ?? "∅"
  } catch {
    return "∅"
  }
}

@Suite("Ruby's own answers")
struct RubyAnswersTests {
  @Test(
    "are given, or none",
    arguments: [
      ("texts", RubyAnswers.texts), ("patterns", RubyAnswers.patterns),
      ("numbers", RubyAnswers.numbers), ("arrays", RubyAnswers.arrays),
      ("hashes", RubyAnswers.hashes), ("changes", RubyAnswers.changes),
      ("blocks", RubyAnswers.blocks), ("others", RubyAnswers.others),
    ])
  func answered(name: String, table: String) {
    let rows = answers(table)
    #expect(rows.count > 10, "\(name)")
    for row in rows { #expect(evaluated(row.expression) == row.answer, "\(row.expression)") }
  }
}
