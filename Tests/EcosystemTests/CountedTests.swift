import Ecosystem
import Testing

@Suite struct `A number with a noun` {
  @Test(arguments: [(0, "0 days"), (1, "1 day"), (2, "2 days")])
  func `is in the singular only for one`(number: Int, text: String) {
    #expect(number.counting("day") == text)
  }
}
