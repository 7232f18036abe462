import Text

/// A progress bar: `[#####...............] 3 of 12 repositories, 0:07 acme/web`.
struct ProgressBar {
  var done: Int
  var all: Int
  /// The unit.
  var noun: String
  /// The elapsed seconds.
  var seconds: Int64
  /// The names of the current items.
  var names: [String]

  /// The line in at most 79 columns, which every terminal has.
  var line: String {
    let width = 20
    let filled = all == 0 ? width : width * min(done, all) / all
    let bar =
      "[" + String(repeating: "#", count: filled)
      + String(repeating: ".", count: width - filled) + "]"
    let time = "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    let more = names.prefix(3).joined(separator: ", ")
    let text = "\(bar) \(done) of \(all) \(noun), \(time) \(more)"
    return String(String.UnicodeScalarView(text.printableLine.unicodeScalars.prefix(79)))
  }
}
