/// The answer of a report.
package typealias ImpactVerdict = ImpactReport.Verdict

/// Whether an update changes what a repository uses, and where.
package struct ImpactReport: Hashable, Sendable, Codable {
  /// The answer; never a guess.
  package enum Verdict: String, Hashable, Sendable, Codable {
    /// The repository uses something that was removed or changed.
    case affected
    /// Everything that the repository uses could be compared and is unchanged.
    case notAffected = "not affected"
    /// Something couldn't be read or compared, or a name is not certain.
    case unknown
  }

  /// A place in the repository.
  package struct Use: Hashable, Sendable, Codable {
    /// The path from the root.
    package var file: String
    /// The line, from 1.
    package var line: Int

    /// Creates a place.
    package init(file: String, line: Int) {
      self.file = file
      self.line = line
    }
  }

  /// A symbol that an advisory names, looked up by its last part only.
  package struct VulnerableSymbol: Hashable, Sendable, Codable {
    /// As the advisory writes it.
    package var name: String
    /// The places that may use it, by file and line; empty if no source that was read has the name.
    package var uses: [Use]

    /// Creates a symbol with its uses.
    package init(name: String, uses: [Use]) {
      self.name = name
      self.uses = uses
    }
  }

  /// A changed name that the repository uses or may use.
  package struct Symbol: Hashable, Sendable, Codable {
    /// The full name with labels.
    package var name: String
    /// What happened, as the continuation of the name: `was removed`.
    package var change: String
    /// `affected`, or `unknown` if the name may belong to something else or the change may not matter.
    package var verdict: Verdict
    /// The places, by file and line.
    package var uses: [Use]
  }

  /// The package.
  package var name: String
  /// The version before.
  package var from: String
  /// The version after.
  package var to: String
  /// The answer.
  package var verdict: Verdict
  /// The number of the package's symbols that the repository uses.
  package var used = 0
  /// The number of those that could be compared.
  package var compared = 0
  /// The changed symbols, the certain ones first.
  package var symbols: [Symbol] = []
  /// Why the answer isn't certain, as sentences without a full stop.
  package var reasons: [String] = []
  /// What else changed, as sentences without a full stop: raised platforms, the licence, the size.
  package var notes: [String] = []
  /// Whether uses are found by name only.
  package var isByNameOnly = false
  /// The symbols that advisories name as vulnerable, with the places that use them by name; nil if
  /// no advisory names any, or if the sources weren't read.
  package var vulnerable: [VulnerableSymbol]?

  /// Creates a report without symbols.
  package init(name: String, from: String, to: String, verdict: Verdict) {
    self.name = name
    self.from = from
    self.to = to
    self.verdict = verdict
  }

  /// Creates a report that only says why nothing is known.
  package init(name: String, from: String, to: String, unknown reason: String) {
    self.init(name: name, from: from, to: to, verdict: .unknown)
    reasons = [reason]
  }

  /// The report with a bounded number of texts, each bounded, as the state and pages have it.
  package var excerpt: ImpactReport {
    var report = self
    report.symbols = symbols.prefix(8).map { symbol in
      var symbol = symbol
      symbol.name = String(symbol.name.prefix(200))
      symbol.change = String(symbol.change.prefix(300))
      symbol.uses = Array(symbol.uses.prefix(4))
      return symbol
    }
    report.reasons = reasons.prefix(4).map { String($0.prefix(300)) }
    report.notes = notes.prefix(4).map { String($0.prefix(300)) }
    report.vulnerable = vulnerable?.prefix(8).map {
      VulnerableSymbol(name: $0.name, uses: Array($0.uses.prefix(4)))
    }
    return report
  }

  /// The share of the used symbols that could be compared, in percent; nil if none is used.
  package var share: Int? { used == 0 ? nil : compared * 100 / used }
}
