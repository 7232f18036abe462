import Libc
import Testing

@testable import Workers

@Suite struct `The usage of a worker` {
  private func usage(_ stat: String, _ statm: String) -> Usage? {
    Usage(stat: Array(stat.utf8)[...], statm: Array(statm.utf8)[...])
  }

  @Test func `is read from the fields behind the name, whatever the name has`() throws {
    let stat = "7 (a b) 1 2) S 1 2 3 4 5 6 7 8 9 10 250 150 0 0"
    let found = try #require(usage(stat, "900 500 100 1 0 2 0\n"))
    let ticks = Int64(sysconf(Int32(_SC_CLK_TCK)))
    #expect(found.memory == 400 * Int(sysconf(Int32(_SC_PAGESIZE))))
    #expect(found.cpu == 400 * 1_000 / ticks)
  }

  @Test(arguments: [
    ("", ""), ("7 (a", "1 2 3"), ("7 (a) S 1 2", "1 2 3"),
    ("7 (a) S 1 2 3 4 5 6 7 8 9 10 x 1", "1 2 3"),
    ("7 (a) S 1 2 3 4 5 6 7 8 9 10 1 1", "1 2"),
  ])
  func `is unknown if a field is missing`(stat: String, statm: String) {
    #expect(usage(stat, statm) == nil)
  }
}
