import Text

/// A file to which hunks are applied as `@yarnpkg/plugin-patch` does.
///
/// A hunk is searched at the line that its header states, and then at the nearest one before or after.
/// White space at the ends of lines is not compared.
struct PatchedText {
  /// A change of the lines, by their numbers before all changes.
  private enum Edit {
    case splice(at: Int, removed: Int, inserted: [ArraySlice<UInt8>])
    /// Removes the last line, which is empty if the file ends with a line break.
    case removeLast
    case addEmpty
  }

  /// The largest number of lines, and of comparisons of two lines.
  ///
  /// The files of TypeScript have 200,000 lines.
  private static let limits = (lines: 2_000_000, comparisons: 20_000_000)

  private let lines: [ArraySlice<UInt8>]

  /// Splits a file into lines.
  ///
  /// - Throws: `PatchFailure` for too many lines.
  init(_ bytes: [UInt8]) throws(PatchFailure) {
    guard bytes.count(where: { $0 == UInt8(ascii: "\n") }) < Self.limits.lines else {
      throw .unsupported("a file of too many lines")
    }
    lines = Array(bytes.lines)
  }

  /// Returns the text after all hunks; nil if one of them matches no lines.
  ///
  /// - Throws: `PatchFailure` if that takes too long.
  func applying(_ hunks: [PatchHunk]) throws(PatchFailure) -> [UInt8]? {
    var edits: [Edit] = []
    var (shift, next, comparisons) = (0, 0, 0)
    for hunk in hunks {
      let stated = max(next, hunk.patched.start + shift)
      guard let found = try position(of: hunk, stated, from: next, &comparisons) else {
        return nil
      }
      edits += found.edits
      shift += found.distance
      next = found.line + hunk.original.length
    }
    return Self.joined(edited(by: edits))
  }

  /// Returns the nearest line at which the hunk matches, and what changes there.
  ///
  /// The distance is what Yarn adds to the lines of further hunks.
  private func position(
    of hunk: PatchHunk, _ stated: Int, from next: Int, _ comparisons: inout Int
  ) throws(PatchFailure) -> (line: Int, distance: Int, edits: [Edit])? {
    let before = max(0, stated - next)
    let after = max(0, lines.count - stated - hunk.original.length)
    for distance in 0...max(before, after) {
      if distance <= before, let edits = try edits(of: hunk, at: stated - distance, &comparisons) {
        return (stated - distance, -distance, edits)
      }
      if distance <= after, let edits = try edits(of: hunk, at: stated + distance, &comparisons) {
        return (stated + distance, distance, edits)
      }
    }
    return nil
  }

  private func edits(
    of hunk: PatchHunk, at start: Int, _ comparisons: inout Int
  ) throws(PatchFailure) -> [Edit]? {
    var line = start
    var edits: [Edit] = []
    for part in hunk.parts {
      guard part.mark != .insertion else {
        edits.append(.splice(at: line, removed: 0, inserted: part.lines))
        if part.endsWithoutBreak { edits.append(.removeLast) }
        continue
      }
      for expected in part.lines {
        comparisons += 1
        guard comparisons < Self.limits.comparisons else {
          throw .unsupported("too many similar lines")
        }
        guard line < lines.count, Self.trimmed(lines[line]) == Self.trimmed(expected) else {
          return nil
        }
        line += 1
      }
      guard part.mark == .deletion else { continue }
      edits.append(.splice(at: line - part.lines.count, removed: part.lines.count, inserted: []))
      if part.endsWithoutBreak { edits.append(.addEmpty) }
    }
    return edits
  }

  private func edited(by edits: [Edit]) -> [ArraySlice<UInt8>] {
    var result = lines
    var shift = 0
    for edit in edits {
      switch edit {
      case .splice(let line, let removed, let inserted):
        let start = min(line + shift, result.count)
        result.replaceSubrange(start..<min(start + removed, result.count), with: inserted)
        shift += inserted.count - removed
      case .removeLast: _ = result.popLast()
      case .addEmpty: result.append([])
      }
    }
    return result
  }

  private static func joined(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.reduce(0) { $0 + $1.count + 1 })
    for (number, line) in lines.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: "\n")) }
      bytes += line
    }
    return bytes
  }

  /// Removes what `\s` of JavaScript matches at the end.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last {
      if last == 0x20 || 9...13 ~= last {
        line.removeLast()
      } else if last >= 0x80, let space = spaces.first(where: { line.suffix($0.count) == $0 }) {
        line.removeLast(space.count)
      } else {
        break
      }
    }
    return line
  }

  /// The other white space of JavaScript, in UTF-8.
  private static let spaces: [ArraySlice<UInt8>] =
    ([0xA0, 0x1680] + Array(0x2000...0x200A) + [0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF])
    .compactMap { (code: UInt32) in
      Unicode.Scalar(code).map { ArraySlice(String(Character($0)).utf8) }
    }
}
