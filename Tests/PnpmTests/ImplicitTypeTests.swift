import Testing

@testable import Pnpm

@Suite struct `A plain text in a lock` {
  @Test(arguments: [
    "1", "-1", "+1", "1.", "1.5", "-1_000.5", "1e3", "1E+3", "1.5e-3", ".5", "._5", ".5e1", "1_0",
    "0x1F", "0b10", "0o17", "1._5",
  ])
  func `is a number`(text: String) {
    #expect(ImplicitType.matches(text))
  }

  @Test(arguments: [
    "1.2.3", "1_", "1.5_", "-.5", "+.5", ".", ".e1", "1e", "1e+", "1e1.5", "1.0.0(a@1.0.0)", "-",
    "+", "1 ", "1e1_0", "0x", "1-2", "１", "1\u{301}",
  ])
  func `only begins like a number`(text: String) {
    #expect(!ImplicitType.matches(text))
  }

  @Test(arguments: [
    "2001-02-03", "2001-2-3T4:05:06", "~", "null", "True", "", "<<", "-.inf",
  ])
  func `is a date, a null, a boolean or a merge key`(text: String) {
    #expect(ImplicitType.matches(text))
  }
}
