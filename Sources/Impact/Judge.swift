import Text

/// Decides which changes of a package the sources of a repository notice.
///
/// Pure. A name that could belong to something else never makes the answer certain.
package struct ImpactJudge: Sendable {
  /// The changes of the package.
  package var comparison: APIComparison
  /// What the files that import it use.
  package var sources: [SourceUses]
  /// How the names of the language are found.
  package var scanner: UseScanner
  /// Why some files or parts couldn't be read.
  package var reasons: [String] = []

  /// Creates a judge of the files that import the package.
  package init(_ comparison: APIComparison, _ sources: [SourceUses], _ scanner: UseScanner) {
    self.comparison = comparison
    self.sources = sources
    self.scanner = scanner
  }

  /// Returns the report.
  package func report(on name: String, from: String, to: String) -> ImpactReport {
    let matches = UseMatches(comparison.before, sources)
    var report = ImpactReport(name: name, from: from, to: to, verdict: .notAffected)
    report.isByNameOnly = scanner.isByNameOnly
    let used = matches.symbols
    report.used = comparison.before.matching == .paths ? matches.names : used.count
    let symbols = symbols(matches)
    report.symbols = symbols.sorted { first, second in
      (first.verdict == .affected ? 0 : 1, first.name)
        < (second.verdict == .affected ? 0 : 1, second.name)
    }
    let gaps = gaps(used)
    let reasons = comparison.isWithoutChanges && scanner.isImplicit ? [] : reasons
    let isOpen = gaps.contains { $0.names == nil && !$0.isShallow } || !reasons.isEmpty
    let hidden = Set(gaps.flatMap { $0.names ?? [] })
    report.compared =
      isOpen
      ? 0 : hidden.isEmpty ? report.used : used.count { hidden.isDisjoint(with: $0.nameParts) }
    report.reasons = (reasons + gaps.map { "the package \($0.reason)" }).unique
    report.reasons += wholeReasons(used) + dynamicReasons + unreadReasons
    report.reasons += needReasons
    if used.isEmpty, report.reasons.isEmpty {
      report.reasons = ["no use of a symbol of the package was found"]
    }
    report.notes = notes
    if symbols.contains(where: { $0.verdict == .affected }) {
      report.verdict = .affected
    } else if !symbols.isEmpty || !report.reasons.isEmpty || report.used == 0 {
      report.verdict = .unknown
    }
    return report
  }

  private func symbols(_ matches: UseMatches) -> [ImpactReport.Symbol] {
    let broken = Set(comparison.changes.map(\.declaration.path))
    var symbols: [ImpactReport.Symbol] = []
    for change in comparison.changes {
      let found =
        change.kind == .addedCase ? switches(over: change.declaration) : matches.uses(of: change)
      guard !found.isEmpty else { continue }
      let isCertain =
        !change.isUncertain
        && (change.kind == .addedCase
          || matches.isCertain(change, besides: broken, scanner.commonNames))
      symbols.append(
        ImpactReport.Symbol(
          name: scanner.title(change.declaration), change: change.text,
          verdict: isCertain ? .affected : .unknown, uses: found))
    }
    return symbols
  }

  /// Returns the places that select among all cases of an enumeration.
  private func switches(over declaration: Declaration) -> [ImpactReport.Use] {
    let cases = Set(
      comparison.before.declarations.lazy
        .filter { $0.kind == .case && $0.scope == declaration.path }.map(\.name))
    guard !cases.isEmpty else { return [] }
    return sources.flatMap { source in
      source.switches.filter { cases.isSubset(of: $0.cases) }
        .map { ImpactReport.Use(file: source.file, line: $0.line) }
    }
  }

  /// The gaps of both versions that concern a used name.
  private func gaps(_ used: [Declaration]) -> [PublicAPI.Gap] {
    let names = Set(used.flatMap(\.nameParts)).union(sources.flatMap { $0.occurrences.map(\.name) })
    let (before, after) = (comparison.before, comparison.after)
    return (before.gaps(besides: after) + after.gaps(besides: before)).unique.filter { gap in
      gap.names.map { !$0.isDisjoint(with: names) } ?? true
    }
  }
}

extension ImpactJudge {
  /// The needs that the new version raises; whether the repository meets them isn't known here.
  private var needReasons: [String] {
    let (before, after) = (comparison.before.needs, comparison.after.needs)
    return after.sorted { $0.key < $1.key }.compactMap { what, needed in
      guard let old = before[what] else {
        return "it needs \(what) \(needed), and had no such need"
      }
      return Self.isRaised(from: old, to: needed)
        ? "it needs \(what) \(needed), and needed \(old)" : nil
    }
  }

  /// Whether a need is higher than before; true for ranges that can't be ordered.
  private static func isRaised(from old: String, to new: String) -> Bool {
    let numbers = [old, new].map { $0.split(separator: ".").map { Int($0) } }
    guard !numbers.joined().contains(nil) else { return old != new }
    return numbers[0].lexicographicallyPrecedes(numbers[1]) { ($0 ?? 0) < ($1 ?? 0) }
  }

  private var notes: [String] {
    let (before, after) = (comparison.before, comparison.after)
    var notes = after.facts.sorted { $0.key < $1.key }.compactMap { what, new -> String? in
      guard let old = before.facts[what], old != new else { return nil }
      return "\(what) changed from \(old) to \(new)"
    }
    if let old = before.size, let new = after.size, old != new {
      notes.append("the package has \(new / 1000) kB, and had \(old / 1000) kB")
    }
    return notes
  }
}

extension ImpactJudge {
  /// The files whose uses aren't read, if anything changed that they could use.
  private var unreadReasons: [String] {
    guard !comparison.isWithoutChanges else { return [] }
    return sources.compactMap { source in source.gap.map { "\(source.file) \($0)" } }
      .prefix(4).map(\.self)
  }

  /// The files that call methods by names that they compute, if names of methods changed.
  private var dynamicReasons: [String] {
    guard comparison.before.matching == .paths,
      comparison.changes.contains(where: {
        !$0.declaration.namesType && $0.declaration.kind != .path
      })
    else { return [] }
    return sources.filter(\.isDynamic).prefix(4).map { "\($0.file) uses names that it computes" }
  }
}

extension APIComparison {
  /// Whether nothing that code could use changed, as far as everything could be read.
  fileprivate var isWithoutChanges: Bool {
    changes.isEmpty && before.gaps(besides: after).isEmpty && after.gaps(besides: before).isEmpty
  }
}

/// Symbols that advisories name.
extension ImpactJudge {
  /// Finds the symbols by the last part of their names: `parse` of `kit::Parser.parse(_:)`.
  func uses(ofVulnerable symbols: [String]) -> [ImpactReport.VulnerableSymbol] {
    symbols.map { symbol in
      let name = symbol.prefix { $0 != "(" }.split { ".:#/".contains($0) }.last.map(String.init)
      let uses = sources.flatMap { source in
        source.occurrences
          .filter { $0.name.split { ".:#".contains($0) }.last.map(String.init) == name }
          .map { ImpactReport.Use(file: source.file, line: $0.line) }
      }
      return ImpactReport.VulnerableSymbol(
        name: symbol, uses: uses.unique.sorted { ($0.file, $0.line) < ($1.file, $1.line) })
    }
  }
}

/// Languages whose types are structural and whose modules are values.
extension ImpactJudge {
  /// Why uses of modules leave the answer open.
  private func wholeReasons(_ used: [Declaration]) -> [String] {
    guard comparison.before.matching == .names else { return [] }
    let declared = Set(comparison.before.declarations.map(\.name))
    let packages = Set(comparison.before.modules.map(\.packageOfModule))
    var reasons: [String] = []
    for source in sources {
      for occurrence in source.occurrences {
        let parts = occurrence.name.split(separator: "#")
        // What the file imports from other packages says nothing about this one.
        guard parts.count == 2, packages.contains(parts[0].packageOfModule),
          !declared.contains(occurrence.name)
        else { continue }
        let isMember = declared.contains(String(parts[1]))
        if parts[1] == "*" {
          reasons.append("\(source.file) uses `\(parts[0])` as a whole")
        } else if parts[1] != "default", !isMember {
          reasons.append("no declaration of `\(parts[1])` of `\(parts[0])` was found")
        }
      }
    }
    return Array((reasons + typeReasons(used)).unique.prefix(8))
  }

  /// The changed types that the signatures of used names mention, also through other types.
  private func typeReasons(_ used: [Declaration]) -> [String] {
    let changed = Set(
      comparison.changes.flatMap { $0.declaration.path.split(separator: ".") }
        .map { String($0.split(separator: "#").last ?? $0) })
    let all = comparison.before.declarations
    let byName = Dictionary(grouping: all) { String($0.path.split(separator: "#").last ?? "") }
    let byScope = Dictionary(grouping: all, by: \.scope)
    var open = used.filter { $0.scope.isEmpty }
    var seen: Set<String> = []
    while let next = open.popLast() {
      for word in next.typeWords where seen.insert(word).inserted {
        if changed.contains(word) {
          return ["`\(word)`, which signatures of used names mention, changed"]
        }
        open += (byName[word] ?? []) + (byScope[word] ?? [])
      }
    }
    return []
  }
}

extension Declaration {
  /// The names in its types.
  var typeWords: [String] {
    ([result, constraints] + (parameters ?? []).map(\.type)).flatMap { text in
      text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" }.map(String.init)
    }
  }
}

extension Declaration {
  /// The parts of its full name.
  var nameParts: Set<String> { Set(path.split(separator: ".").map(String.init)) }
}

extension StringProtocol {
  /// The package of a module: `rxjs` of `rxjs/operators`, `@a/b` of `@a/b/c`.
  fileprivate var packageOfModule: String {
    String(self).slashParts().prefix(hasPrefix("@") ? 2 : 1).joined(separator: "/")
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, in the order of its first occurrence.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
