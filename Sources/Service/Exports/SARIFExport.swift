import Forges
import JSON
import Store
import Text

extension FleetExport {
  /// A run for each repository, with a result for each dependency and advisory.
  ///
  /// A run without results says that nothing is affected (3.14.23), which closes alerts; without a run,
  /// a reader can't distinguish that from an analysis that did not happen.
  ///
  /// Source: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.
  var sarif: Value {
    var order: [RepositoryID] = []
    var found: [RepositoryID: [Observation]] = [:]
    for use in uses {
      if found[use.repository] == nil { order.append(use.repository) }
      found[use.repository, default: []].append(use.observation)
    }
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": .array(order.map { run($0, found[$0] ?? []) }),
    ]
  }

  private func run(_ repository: RepositoryID, _ observations: [Observation]) -> Value {
    var rules: [String: Value] = [:]
    for advisory in observations.flatMap(\.advisories) where rules[advisory.id] == nil {
      rules[advisory.id] = rule(advisory)
    }
    let ids = rules.keys.sorted()
    let results = observations.flatMap { seen in
      seen.advisories.map { result($0, of: seen, index: ids.firstIndex(of: $0.id) ?? 0) }
    }
    return [
      "tool": [
        "driver": [
          "name": "martlet", "version": .string(version), "semanticVersion": .string(version),
          "rules": .array(ids.compactMap { rules[$0] }),
        ]
      ],
      "automationDetails": ["id": .string("martlet/\(repository)")],
      "results": .array(results),
    ]
  }

  private func rule(_ advisory: ObservedAdvisory) -> Value {
    var members: [(String, Value)] = [
      ("id", .string(advisory.id)),
      (
        "shortDescription",
        ["text": .string(advisory.summary.isEmpty ? advisory.id : advisory.summary)]
      ),
      ("properties", properties(of: advisory)),
    ]
    if advisory.url.hasPrefix("https://") { members.append(("helpUri", .string(advisory.url))) }
    return .object(Object(members))
  }

  /// The tags, and the number by which GitHub sorts alerts: one for each rating, since a record can have
  /// a word instead of a score.
  private func properties(of advisory: ObservedAdvisory) -> Value {
    var members: [(String, Value)] = [("tags", ["security"])]
    if let score = AdvisorySeverity(advisory.severity).score {
      members.append(("security-severity", .string(score)))
    }
    return .object(Object(members))
  }

  private func result(_ advisory: ObservedAdvisory, of seen: Observation, index: Int) -> Value {
    let fix = seen.fix.map { "; \($0) is not affected" } ?? ""
    let message = "\(seen.name) \(seen.current ?? "") is affected by \(advisory.id)\(fix)"
    let uri = seen.manifest.slashParts().map { PercentEncoding.component.encode(String($0)) }
    return [
      "ruleId": .string(advisory.id), "ruleIndex": .int(index),
      "level": .string(AdvisorySeverity(advisory.severity).level),
      "message": ["text": .string(message)],
      "locations": [
        [
          "physicalLocation": [
            "artifactLocation": ["uri": .string(uri.joined(separator: "/"))],
            "region": ["startLine": 1],
          ]
        ]
      ],
      "partialFingerprints": [
        "martlet/v1": .string("\(seen.branch) \(seen.manifest) \(seen.name) \(advisory.id)")
      ],
    ]
  }
}

extension AdvisorySeverity {
  /// A score of CVSS within the rating; nil if the record has no severity that is understood.
  fileprivate var score: String? {
    switch self {
    case .critical: "9.5"
    case .high: "8.0"
    case .moderate: "5.5"
    case .low: "2.0"
    case .unknown: nil
    }
  }

  fileprivate var level: String {
    switch self {
    case .critical, .high: "error"
    case .moderate, .unknown: "warning"
    case .low: "note"
    }
  }
}
