import Text

/// One of the five fields of a schedule.
struct CronField {
  /// What its values are called: `hour`.
  let name: String
  private let range: ClosedRange<Int>
  private let names: [String]
  private let first: Int
  private let countsFromEnd: Bool

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - name: what its values are called.
  ///   - range: the allowed numbers.
  ///   - names: the names of the numbers from `first`, in lowercase.
  ///   - first: the number of the first name.
  ///   - countsFromEnd: whether `L` and negative numbers count from the end.
  init(
    _ name: String, _ range: ClosedRange<Int>, names: [String] = [], from first: Int = 0,
    countsFromEnd: Bool = false
  ) {
    self.name = name
    self.range = range
    self.names = names
    self.first = first
    self.countsFromEnd = countsFromEnd
  }

  /// Parses a field with lists, ranges and steps: `9-17/4`, `1,15`, `mon-fri`, `*/20`.
  ///
  /// - Parameters:
  ///   - text: the field in lowercase.
  ///   - written: the fields as written, for messages.
  ///   - index: the index of the field.
  /// - Returns: the numbers that match.
  /// - Throws: a problem that names the part that isn't understood.
  func values(_ text: String, _ written: [String], _ index: Int) throws(CronProblem) -> Set<Int> {
    var result: Set<Int> = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let values = values(of: item) else {
        let whole = written.count == 5 ? written[index] : text
        throw CronProblem(item.isEmpty ? whole : String(item), of: name, "expected \(expectation)")
      }
      result.formUnion(values)
    }
    return result
  }

  private var expectation: String {
    let words = names.first.map { " or names such as \($0)" } ?? ""
    return "numbers from \(range.lowerBound) to \(range.upperBound)\(words), ranges and steps"
  }

  private func values(of item: Substring) -> [Int]? {
    if countsFromEnd, let last = indexFromEnd(item) { return [last] }
    let parts = item.slashParts(omittingEmptySubsequences: false)
    guard let step = parts.count == 1 ? 1 : Int(parts[1]), parts.count <= 2, step > 0,
      let numbers = numbers(in: parts[0], isStepped: parts.count == 2)
    else { return nil }
    return stride(from: 0, to: numbers.count, by: step).map { numbers[$0] }
  }

  /// Parses `L`, `last` or `-1`: the last one.
  private func indexFromEnd(_ item: Substring) -> Int? {
    if ["l", "last"].contains(item) { return -1 }
    return Int(item).flatMap { $0 < 0 && $0 >= -range.upperBound ? $0 : nil }
  }

  /// The numbers of a range in its order; one that passes the end goes on at the start.
  private func numbers(in text: Substring, isStepped: Bool) -> [Int]? {
    if text == "*" { return Array(range) }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let low = ends.first.flatMap(number), ends.count <= 2 else { return nil }
    if ends.count == 1 { return Array(low...(isStepped ? range.upperBound : low)) }
    guard let high = number(ends[1]) else { return nil }
    if low <= high { return Array(low...high) }
    // Sunday is both 0 and 7.
    let end = range == 0...7 ? 6 : range.upperBound
    return Array(low...max(low, end)) + Array(range.lowerBound...high)
  }

  private func number(_ text: Substring) -> Int? {
    let value = names.firstIndex { text.hasPrefix($0) && isName(text, of: $0) }.map { $0 + first }
    return (value ?? Int(text)).flatMap { range.contains($0) ? $0 : nil }
  }

  /// Whether a word is a name in short or in full: `mon`, `monday`.
  private func isName(_ word: Substring, of short: String) -> Bool {
    word == short || Self.fullNames.contains(String(word))
  }

  private static let fullNames: Set = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "january",
    "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
  ]
}
