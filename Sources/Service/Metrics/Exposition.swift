/// Metrics in Prometheus' text format 0.0.4.
struct Exposition {
  /// The type of a metric.
  enum Kind: String {
    case counter, gauge, histogram
  }

  private(set) var text = ""

  /// Adds the header and the samples of a metric, sorted by labels.
  mutating func add(
    _ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: [(String, String)], Double)]
  ) {
    head(name, kind, help)
    for line in samples.map({ Self.line(name, $0.labels, $0.1) }).sorted() { text += line }
  }

  /// Adds a histogram from counts per bucket; the last count is for values above all bounds.
  mutating func add(_ name: String, _ help: String, _ histogram: Histogram) {
    head(name, .histogram, help)
    var total = 0
    for (bound, count) in zip(histogram.bounds, histogram.counts) {
      total += count
      text += Self.line(name + "_bucket", [("le", Self.number(bound))], Double(total))
    }
    total += histogram.counts.last ?? 0
    text += Self.line(name + "_bucket", [("le", "+Inf")], Double(total))
    text += Self.line(name + "_sum", [], histogram.sum)
    text += Self.line(name + "_count", [], Double(total))
  }

  private mutating func head(_ name: String, _ kind: Kind, _ help: String) {
    let escapedHelp = help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    text += "# HELP \(name) \(escapedHelp)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  private static func line(_ name: String, _ labels: [(String, String)], _ value: Double) -> String
  {
    let list = labels.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ",")
    return "\(name)\(list.isEmpty ? "" : "{\(list)}") \(number(value))\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }
}

/// A histogram of durations.
struct Histogram: Hashable, Sendable {
  /// Upper bounds of the buckets in seconds.
  let bounds: [Double]
  /// The counts per bucket, and one for values above all bounds.
  private(set) var counts: [Int]
  private(set) var sum = 0.0

  /// Creates an empty histogram, by default for visits.
  init(_ bounds: [Double] = [0.5, 1, 2, 5, 10, 30, 60, 300, 1_800]) {
    self.bounds = bounds
    counts = Array(repeating: 0, count: bounds.count + 1)
  }

  /// An empty histogram for the time between a release and its pull request: an hour to 90 days.
  static let days = Histogram([1, 6, 24, 48, 72, 168, 336, 720, 2_160].map { $0 * 3_600 })

  mutating func observe(_ seconds: Double) {
    sum += seconds
    counts[bounds.firstIndex { seconds <= $0 } ?? bounds.count] += 1
  }
}
