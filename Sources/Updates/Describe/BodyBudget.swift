/// The room of a body of limited length, given out section by section.
///
/// Sizes count UTF-16 units, as `TextLimits` does, and include the blank line after each section.
struct BodyBudget {
  /// What no section has taken yet.
  private(set) var left: Int

  /// Starts with a limit, from which the sections that may never be missing are taken.
  init(_ limit: Int, besides fixed: [String]) {
    left = limit - fixed.reduce(0) { $0 + Self.size($1) }
  }

  /// The room that a section takes.
  static func size(_ section: String) -> Int { section.isEmpty ? 0 : section.utf16.count + 2 }

  /// Takes the room of a section.
  mutating func take(_ section: String) -> String {
    left -= Self.size(section)
    return section
  }

  /// Takes as many lines as fit into a part of what is left, and says how many are missing.
  ///
  /// - Parameters:
  ///   - lines: the section's lines.
  ///   - head: lines before them, which count as part of the section.
  ///   - share: the part of the room that the section may take.
  ///   - more: the last line if lines are missing, by their number.
  /// - Returns: the section; empty without lines, or if not even one fits.
  mutating func take(
    _ lines: [String], after head: [String] = [], share: Double, more: (Int) -> String
  ) -> String {
    guard !lines.isEmpty else { return "" }
    let limit = Int(Double(max(left, 0)) * share)
    let whole = (head + lines).joined(separator: "\n")
    if Self.size(whole) <= limit { return take(whole) }
    let last = more(lines.count).utf16.count + 1
    var used = head.reduce(2 + last) { $0 + $1.utf16.count + 1 }
    let kept = lines.prefix { line in
      used += line.utf16.count + 1
      return used <= limit
    }
    guard !kept.isEmpty else { return "" }
    return take((head + kept + [more(lines.count - kept.count)]).joined(separator: "\n"))
  }

  /// Shares what is left among texts that exist in several lengths.
  ///
  /// One bound holds for all, as high as the room allows, and each text has its longest form within
  /// it. If that leaves some out, they have their shortest form as long as there is room.
  ///
  /// - Parameter texts: the forms of each text, the longest first.
  /// - Returns: a form for each text; nil if even the shortest is too long.
  func share(among texts: [[String]]) -> [String?] {
    let forms = texts.map { $0.map { (text: $0, size: Self.size($0)) } }
    let bounds = Set(forms.flatMap { $0.map(\.size) }).sorted(by: >)
    let total = { (bound: Int) in
      forms.reduce(0) { sum, forms in sum + (forms.first { $0.size <= bound }?.size ?? 0) }
    }
    let bound = bounds.first { total($0) <= left } ?? 0
    var rest = left - total(bound)
    return forms.map { forms in
      if let form = forms.first(where: { $0.size <= bound }) { return form.text }
      guard let shortest = forms.last, shortest.size <= rest else { return nil }
      rest -= shortest.size
      return shortest.text
    }
  }
}
