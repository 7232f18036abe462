package import JSON

extension ImpactReport {
  /// One sentence with the answer, without names: `3 of the 41 symbols that you use changed`.
  package var summary: String {
    let changed = symbols.count { $0.verdict == .affected }
    let all = used == 1 ? "the one symbol" : "the \(used) symbols"
    switch verdict {
    case .affected: return "affected: \(changed) of \(all) that you use changed"
    case .notAffected: return "not affected: none of \(all) that you use changed"
    case .unknown:
      guard let first = symbols.first else {
        return "unknown: \(reasons.first ?? "nothing was compared")"
      }
      return "unknown: `\(first.name)` \(first.change), and may be what you use"
    }
  }

  /// The report for people, which ends with a newline; texts of others aren't escaped yet.
  package var text: String {
    var lines = ["\(name) \(from) -> \(to): \(summary)"]
    for symbol in symbols {
      let word = symbol.verdict == .affected ? "" : " (not certain)"
      lines.append("  \(symbol.name) \(symbol.change)\(word)")
      lines += symbol.uses.prefix(Self.usesShown).map { "    \($0.file):\($0.line)" }
      let rest = symbol.uses.count - Self.usesShown
      if rest > 0 { lines.append("    and \(rest) more") }
    }
    for symbol in vulnerable ?? [] {
      let use = symbol.uses.isEmpty ? "no source here uses the name" : "used by name in"
      lines.append("  \(symbol.name) is vulnerable: \(use)")
      lines += symbol.uses.prefix(Self.usesShown).map { "    \($0.file):\($0.line)" }
    }
    lines += reasons.map { "  \($0)" }
    if let share { lines.append("  \(share) % of the symbols that you use could be compared") }
    if isByNameOnly { lines.append("  uses are found by name only") }
    lines += notes.map { "  \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let usesShown = 10

  /// The report for programs.
  package var json: Value {
    let texts = { (list: [String]) in Value.array(list.map { .string($0) }) }
    return [
      "name": .string(name), "from": .string(from), "to": .string(to),
      "verdict": .string(verdict.rawValue), "used": .int(used), "compared": .int(compared),
      "share": share.map { .int($0) } ?? .null, "byNameOnly": .bool(isByNameOnly),
      "symbols": .array(symbols.map(\.json)), "reasons": texts(reasons), "notes": texts(notes),
      "vulnerable": vulnerable.map { .array($0.map(\.json)) } ?? .null,
    ]
  }
}

extension ImpactReport.Symbol {
  fileprivate var json: Value {
    [
      "name": .string(name), "change": .string(change), "verdict": .string(verdict.rawValue),
      "uses": .array(uses.map(\.json)),
    ]
  }
}

extension ImpactReport.VulnerableSymbol {
  fileprivate var json: Value { ["name": .string(name), "uses": .array(uses.map(\.json))] }
}

extension ImpactReport.Use {
  fileprivate var json: Value { ["file": .string(file), "line": .int(line)] }
}
