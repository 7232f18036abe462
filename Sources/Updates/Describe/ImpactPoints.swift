import Impact

extension [ImpactReport] {
  /// The lines of Markdown about an update: one for each dependency, or for more than five a line
  /// with the counts and one for each affected dependency.
  var points: [String] {
    guard count > 5 else {
      return map { $0.point(isOneOfSeveral: count > 1) } + flatMap(\.vulnerablePoints)
    }
    let words: [(ImpactVerdict, String)] = [
      (.affected, "affected"), (.notAffected, "not affected"), (.unknown, "unknown"),
    ]
    let counts = words.compactMap { verdict, word in
      let number = self.count { $0.verdict == verdict }
      return number == 0 ? nil : "\(number) \(word)"
    }
    let affected = filter { $0.verdict == .affected }
    let rest = affected.count - Self.affectedShown
    return ["**Impact** of \(count) dependencies: \(counts.joined(separator: ", "))."]
      + affected.prefix(Self.affectedShown).map { $0.point(isOneOfSeveral: true) }
      + (rest > 0 ? ["\(rest) more affected dependencies are not listed."] : [])
      + flatMap(\.vulnerablePoints)
  }

  private static let affectedShown = 10
}

/// The sentences about an update's impact in a body.
extension ImpactReport {
  /// One line of Markdown with the answer and the places.
  func point(isOneOfSeveral: Bool) -> String {
    let subject = isOneOfSeveral ? "\(code(name)): " : ""
    let all = used == 1 ? "the one symbol" : "the \(used) symbols"
    let byName = isByNameOnly ? " Uses are found by name only." : ""
    switch verdict {
    case .affected:
      let certain = symbols.filter { $0.verdict == .affected }
      return "**Affected**: \(subject)\(certain.count) of \(all) that you use changed: "
        + list(certain) + byName
    case .notAffected:
      return "**Not affected**: \(subject)none of \(all) that you use changed.\(byName)"
    case .unknown:
      let possible =
        symbols.isEmpty ? "" : " These may be what you use: \(list(symbols))"
      let why = reasons.prefix(3).map { code($0) }.joined(separator: ", ")
      return "**Impact unknown**: \(subject)\(why.isEmpty ? "not everything is certain" : why)."
        + possible + byName
    }
  }

  /// A line for each symbol that a fixed advisory names.
  fileprivate var vulnerablePoints: [String] {
    (vulnerable ?? []).prefix(8).map { symbol in
      let use =
        symbol.uses.isEmpty
        ? "No source file that was read has this name."
        : "It is used by name in \(locations(symbol.uses))."
      return "**Vulnerable symbol** of \(code(name)): \(code(symbol.name)). \(use)"
    }
  }

  private func locations(_ uses: [Use]) -> String {
    let shown = uses.prefix(4).map { code("\($0.file):\($0.line)") }.joined(separator: ", ")
    return shown + (uses.count > 4 ? ", …" : "")
  }

  private func list(_ symbols: [Symbol]) -> String {
    let shown = symbols.prefix(8).map { symbol in
      "\(code(symbol.name)) \(inMarkdown(shortened(symbol.change, to: 300))) "
        + "(\(locations(symbol.uses)))"
    }
    let rest = symbols.count - shown.count
    return (shown + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ") + "."
  }
}
