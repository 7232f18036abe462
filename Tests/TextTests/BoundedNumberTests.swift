import Testing
import Text

@Suite struct `A bounded number` {
  @Test(
    arguments: [
      ("0", 0), ("7", 7), ("007", 7), ("100", 100), ("101", nil), ("-1", nil), ("", nil),
      ("-", nil),
      ("+7", nil), (" 7", nil), ("7 ", nil), ("1e1", nil), ("0x7", nil), ("7.0", nil), ("٧", nil),
      ("nan", nil), ("inf", nil), ("99999999999999999999", nil), ("1_0", nil),
    ] as [(String, Int?)])
  func `a number is in the range, or no number`(text: String, number: Int?) {
    #expect(text.number(in: 0...100) == number)
  }

  @Test(
    arguments: [
      ("50", 50), ("101", 100), ("9223372036854775807", 100), ("9223372036854775808", 100),
      ("99999999999999999999999999", 100), ("-1", -1), ("-11", -10), ("-9223372036854775808", -10),
      ("-99999999999999999999999999", -10), ("x", nil), ("1e308", nil), ("-1e308", nil),
    ] as [(String, Int?)])
  func `a number outside of the range is its end`(text: String, number: Int?) {
    #expect(text.number(limitedTo: -10...100) == number)
  }
}
