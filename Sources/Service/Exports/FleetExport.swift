import Forges
import JSON
package import Store
package import Time

/// The dependencies of the fleet, for other programs.
package struct FleetExport: Sendable {
  /// The formats.
  package enum Format: String, CaseIterable, Sendable {
    /// A line for each dependency (RFC 4180).
    case csv
    /// A bill of materials: CycloneDX 1.6 in JSON.
    case cyclonedx
    /// A bill of materials: SPDX 2.3 in JSON.
    case spdx
    /// The dependencies with advisories: SARIF 2.1.0.
    case sarif

    /// The media type of the format.
    var type: String {
      switch self {
      case .csv: "text/csv; charset=utf-8"
      case .cyclonedx: "application/vnd.cyclonedx+json; version=1.6"
      case .spdx: "application/spdx+json"
      case .sarif: "application/sarif+json"
      }
    }
  }

  /// The dependencies in the order of the document.
  package var uses: [Use]
  /// The version of the program.
  package var version: String
  /// The time of the document.
  package var now: Timestamp
  /// The types in package URLs by ecosystem.
  package var purlTypes: [String: String]

  /// Creates an export.
  package init(_ uses: [Use], version: String, now: Timestamp, purlTypes: [String: String]) {
    self.uses = uses
    self.version = version
    self.now = now
    self.purlTypes = purlTypes
  }

  /// Returns the document of a format.
  package func text(_ format: Format) -> String {
    switch format {
    case .csv: csv
    case .cyclonedx: cycloneDX.text(.indented()) + "\n"
    case .spdx: spdx.text(.indented()) + "\n"
    case .sarif: sarif.text(.indented()) + "\n"
    }
  }

  /// A locked version of a package in a repository, with all places that lead to it.
  struct Component: Sendable {
    var ecosystem: String
    var name: String
    var version: String
    var purl: String?
    var uses: [Observation]

    /// Unique in the repository.
    var key: String { "\(ecosystem) \(name) \(version)" }
  }

  /// The repositories with their locked packages, both in the order of the list.
  var repositories: [(id: RepositoryID, components: [Component])] {
    var order: [RepositoryID] = []
    var found: [RepositoryID: [Component]] = [:]
    var indices: [String: Int] = [:]
    for use in uses {
      let seen = use.observation
      if found[use.repository] == nil { order.append(use.repository) }
      var components = found[use.repository] ?? []
      for version in seen.versions.isEmpty ? [seen.current].compactMap(\.self) : seen.versions {
        let component = Component(
          ecosystem: seen.ecosystem, name: seen.name, version: version,
          purl: purl(of: seen, version), uses: [seen])
        let key = "\(use.repository) \(component.key)"
        if let index = indices[key] {
          components[index].uses.append(seen)
        } else {
          indices[key] = components.count
          components.append(component)
        }
      }
      found[use.repository] = components
    }
    return order.map { ($0, found[$0] ?? []) }
  }
}

extension Observation {
  /// The age of the version in use in years, compared with the newest one; nil if unknown.
  package var libyears: Double? {
    guard let behind else { return nil }
    return Double(behind) / (365.25 * 86_400)
  }
}
