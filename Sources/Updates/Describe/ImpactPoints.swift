import Impact
import Languages

extension [ImpactReport] {
  /// The lines of Markdown about an update, in English.
  var points: [String] { points(in: .english) }

  /// The lines of Markdown about an update: one for each dependency, or for more than five a line
  /// with the counts and one for each affected dependency.
  func points(in language: Language) -> [String] {
    let vulnerable = flatMap { $0.vulnerablePoints(language) }
    guard count > 5 else {
      return map { $0.point(isOneOfSeveral: count > 1, language) } + vulnerable
    }
    let words: [(ImpactVerdict, String)] = [
      (.affected, language("affected")), (.notAffected, language("not affected")),
      (.unknown, language("unknown")),
    ]
    let counts = words.compactMap { verdict, word in
      let number = self.count { $0.verdict == verdict }
      return number == 0 ? nil : "\(number) \(word)"
    }
    let affected = filter { $0.verdict == .affected }
    let rest = affected.count - Self.affectedShown
    return [language("**Impact** of \(count) dependencies: \(language.list(counts)).")]
      + affected.prefix(Self.affectedShown).map { $0.point(isOneOfSeveral: true, language) }
      + (rest > 0 ? [language("\(rest) more affected dependencies are not listed.")] : [])
      + vulnerable
  }

  private static let affectedShown = 10
}

/// The sentences about an update's impact in a body.
extension ImpactReport {
  /// One line of Markdown with the answer and the places.
  func point(isOneOfSeveral: Bool, _ language: Language) -> String {
    let subject = isOneOfSeveral ? "\(code(name)): " : ""
    let all = used == 1 ? language("the one symbol") : language("the \(used) symbols")
    let byName = isByNameOnly ? language(" Uses are found by name only.") : ""
    switch verdict {
    case .affected:
      let certain = symbols.filter { $0.verdict == .affected }
      return language(
        "**Affected**: \(subject)\(certain.count) of \(all) that you use changed: ")
        + list(certain, language) + byName
    case .notAffected:
      return language("**Not affected**: \(subject)none of \(all) that you use changed.")
        + byName
    case .unknown:
      let possible =
        symbols.isEmpty
        ? "" : language(" These may be what you use: \(list(symbols, language))")
      let reasons = language.list(reasons.prefix(3).map { code($0) })
      let why = reasons.isEmpty ? language("not everything is certain") : reasons
      return language("**Impact unknown**: \(subject)\(why).") + possible + byName
    }
  }

  /// A line for each symbol that a fixed advisory names.
  fileprivate func vulnerablePoints(_ language: Language) -> [String] {
    (vulnerable ?? []).prefix(8).map { symbol in
      let use =
        symbol.uses.isEmpty
        ? language("No source file that was read has this name.")
        : language("It is used by name in \(locations(symbol.uses, language)).")
      return language(
        "**Vulnerable symbol** of \(code(name)): \(code(symbol.name)). \(use)")
    }
  }

  private func locations(_ uses: [Use], _ language: Language) -> String {
    language.list(uses.prefix(4).map { code("\($0.file):\($0.line)") })
      + (uses.count > 4 ? ", …" : "")
  }

  private func list(_ symbols: [Symbol], _ language: Language) -> String {
    let shown = symbols.prefix(8).map { symbol in
      let change = language.translated(symbol.change)
      return "\(code(symbol.name)) \(inMarkdown(shortened(change, to: 300))) "
        + "(\(locations(symbol.uses, language)))"
    }
    let rest = symbols.count - shown.count
    return language.list(shown + (rest > 0 ? [language("\(rest) more")] : [])) + language(".")
  }
}
