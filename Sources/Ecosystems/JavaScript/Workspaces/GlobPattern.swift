import Text

/// A path pattern with `*`, `**`, `?` and braces, as minimatch 9 matches it.
struct GlobPattern {
  private enum Part {
    /// `**`: any number of folders.
    case globstar
    case exactly([UInt16])
    case wild([UInt16])
  }

  private var alternatives: [[Part]]
  /// Whether `*`, `**` and `?` match names that start with a dot too.
  private var matchesDots: Bool

  /// Parses the alternatives of a pattern.
  ///
  /// - Parameters:
  ///   - alternatives: the pattern with expanded braces, without `.` and `..` as parts.
  ///   - matchesDots: minimatch's `dot`.
  ///   - isMerged: minimatch's `optimizationLevel` 2, which merges alternatives and thereby may match
  ///     more paths.
  init(_ alternatives: [String], matchesDots: Bool = false, isMerged: Bool = false) {
    self.matchesDots = matchesDots
    var lists = alternatives.map(Self.parts)
    if isMerged { GlobMerge(matchesDots: matchesDots).merge(&lists) }
    self.alternatives = lists.map { $0.map(Self.part) }
  }

  /// Splits at slashes; a final slash leaves an empty part, a repeated `**` is dropped.
  private static func parts(_ pattern: String) -> [String] {
    var result: [String] = []
    for part in split(pattern) where part != "**" || result.last != "**" { result.append(part) }
    return result
  }

  private static func split(_ path: String) -> [String] {
    let parts = path.slashParts().map(String.init)
    return parts.isEmpty || path.hasSuffix("/") ? parts + [""] : parts
  }

  private static func part(_ text: String) -> Part {
    if text == "**" { return .globstar }
    let units = Array(text.utf16)
    return text.utf8.contains(where: "*?".utf8.contains) ? .wild(units) : .exactly(units)
  }

  /// Whether the pattern matches a path, with or without a final slash.
  ///
  /// `isPartial` also accepts a path whose extension the pattern could match.
  func matches(_ path: String, isPartial: Bool = false) -> Bool {
    let file = Self.split(path).map { Array($0.utf16) }
    return alternatives.contains { pattern in
      var walk = Walk(
        file: file, pattern: pattern, isPartial: isPartial, matchesDots: matchesDots)
      return walk.matches(0, 0)
    }
  }
}

extension GlobPattern {
  /// Matches one path with one alternative; memoized, because `**` backtracks.
  private struct Walk {
    var file: [[UInt16]]
    var pattern: [Part]
    var isPartial: Bool
    var matchesDots: Bool
    private var known: [Bool?]

    init(file: [[UInt16]], pattern: [Part], isPartial: Bool, matchesDots: Bool) {
      self.file = file
      self.pattern = pattern
      self.isPartial = isPartial
      self.matchesDots = matchesDots
      known = Array(repeating: nil, count: (file.count + 1) * (pattern.count + 1))
    }

    mutating func matches(_ name: Int, _ part: Int) -> Bool {
      let key = name * (pattern.count + 1) + part
      if let answer = known[key] { return answer }
      let answer = decide(name, part)
      known[key] = answer
      return answer
    }

    private mutating func decide(_ name: Int, _ part: Int) -> Bool {
      if name == file.count { return part == pattern.count || isPartial }
      if part == pattern.count { return name == file.count - 1 && file[name].isEmpty }
      switch pattern[part] {
      case .globstar: return swallows(name, part)
      case .exactly(let text): return file[name] == text && matches(name + 1, part + 1)
      case .wild(let text): return isLike(file[name], text) && matches(name + 1, part + 1)
      }
    }

    private mutating func swallows(_ name: Int, _ part: Int) -> Bool {
      if part + 1 == pattern.count { return file[name...].allSatisfy(isAllowed) }
      for next in name..<file.count {
        if matches(next, part + 1) { return true }
        if !isAllowed(file[next]) { return false }
      }
      return isPartial
    }

    private func isAllowed(_ name: [UInt16]) -> Bool {
      matchesDots || name.first != UInt16(ascii: ".")
    }

    /// Whether a name matches a part with `*` and `?`; an empty name never does.
    private func isLike(_ name: [UInt16], _ part: [UInt16]) -> Bool {
      guard !name.isEmpty, part.first == UInt16(ascii: ".") || isAllowed(name) else { return false }
      var here = 0
      var at = 0
      var star: (here: Int, at: Int)?
      while here < name.count {
        if at < part.count, part[at] == UInt16(ascii: "*") {
          at += 1
          star = (here, at)
        } else if at < part.count, part[at] == UInt16(ascii: "?") || part[at] == name[here] {
          here += 1
          at += 1
        } else if let last = star {
          star = (last.here + 1, last.at)
          (here, at) = (last.here + 1, last.at)
        } else {
          return false
        }
      }
      return part[at...].allSatisfy { $0 == UInt16(ascii: "*") }
    }
  }
}

extension UInt16 {
  fileprivate init(ascii: UnicodeScalar) { self = Self(UInt8(ascii: ascii)) }
}
