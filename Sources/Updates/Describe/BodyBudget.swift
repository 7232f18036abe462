/// The remaining length of a body, reduced section by section.
///
/// Sizes are in UTF-16 units, like `TextLimits`, and include the blank line after each section.
struct BodyBudget {
  /// The remaining length.
  private(set) var left: Int

  /// Starts with a limit, reduced by the sections that are always included.
  init(_ limit: Int, besides fixed: [String]) {
    left = limit - fixed.reduce(0) { $0 + Self.size($1) }
  }

  /// The size of a section.
  static func size(_ section: String) -> Int { section.isEmpty ? 0 : section.utf16.count + 2 }

  /// Reserves the size of a section.
  mutating func fit(_ section: String) -> String {
    left -= Self.size(section)
    return section
  }

  /// Returns as many lines as fit into a share of the remaining length.
  ///
  /// - Parameters:
  ///   - lines: the section's lines.
  ///   - head: lines before them, which are part of the section.
  ///   - share: the share that the section may use, from 0 to 1.
  ///   - more: returns the last line if lines are missing, given their number.
  /// - Returns: the section; empty if there are no lines or none fits.
  mutating func fit(
    _ lines: [String], after head: [String] = [], share: Double, more: (Int) -> String
  ) -> String {
    guard !lines.isEmpty else { return "" }
    let limit = Int(Double(max(left, 0)) * share)
    let whole = (head + lines).joined(separator: "\n")
    if Self.size(whole) <= limit { return fit(whole) }
    let last = more(lines.count).utf16.count + 1
    var used = head.reduce(2 + last) { $0 + $1.utf16.count + 1 }
    let kept = lines.prefix { line in
      used += line.utf16.count + 1
      return used <= limit
    }
    guard !kept.isEmpty else { return "" }
    return fit((head + kept + [more(lines.count - kept.count)]).joined(separator: "\n"))
  }

  /// Distributes the remaining length among texts that exist in several lengths.
  ///
  /// All texts share one bound, as high as the remaining length allows, and each gets its longest form
  /// within it. A text without such a form gets its shortest form while there is room.
  ///
  /// - Parameter texts: the forms of each text, longest first.
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
