import Ecosystem
import Testing

@Suite struct `The texts of a problem` {
  @Test(arguments: ["a", "é", "\u{301}"])
  func `are cut if they are too long`(character: String) {
    let long = String(repeating: character, count: 20_000)
    let problem = Problem(
      .refused, long, subject: long, advice: long, explanation: ["short", long])
    #expect(problem.subject?.unicodeScalars.count == 300)
    #expect(problem.subject?.hasSuffix("…") == true)
    let texts = [problem.message, problem.advice ?? "", problem.explanation[1]]
    #expect(texts.map(\.unicodeScalars.count) == [2_000, 2_000, 2_000])
    #expect(problem.explanation[0] == "short")
  }

  @Test func `stay as they are up to the limit`() {
    let subject = String(repeating: "é", count: 300)
    #expect(Problem(.failed, "is missing", subject: subject).subject == subject)
  }
}
