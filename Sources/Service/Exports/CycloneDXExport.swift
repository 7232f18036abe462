import Forges
import JSON
import Store
import Time

extension FleetExport {
  /// A bill of materials with a component for each repository, which contains its locked packages.
  ///
  /// Source: <https://cyclonedx.org/docs/1.6/json/>.
  var cycloneDX: Value {
    let all = repositories
    let affected = all.flatMap { id, components in vulnerabilities(id, components) }
    return [
      "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX",
      "specVersion": "1.6", "version": 1,
      "metadata": [
        "timestamp": .string(now.rfc3339Seconds),
        "tools": [
          "components": [
            ["type": "application", "name": "martlet", "version": .string(version)]
          ]
        ],
      ],
      "components": .array(
        all.map { id, components in
          [
            "type": "application", "bom-ref": .string("\(id)"), "name": .string("\(id.name)"),
            "components": .array(components.map { component(of: id, $0) }),
          ]
        }),
      "dependencies": .array(
        all.map { id, components in
          [
            "ref": .string("\(id)"),
            "dependsOn": .array(components.map { .string(reference($0, in: id)) }),
          ]
        }),
      "vulnerabilities": .array(affected),
    ]
  }

  private func reference(_ component: Component, in repository: RepositoryID) -> String {
    "\(repository) \(component.key)"
  }

  private func component(of repository: RepositoryID, _ component: Component) -> Value {
    let isProduction = component.uses.contains { $0.purpose == "production" }
    var members: [(String, Value)] = [
      ("type", "library"), ("bom-ref", .string(reference(component, in: repository))),
      ("name", .string(component.name)), ("version", .string(component.version)),
      ("scope", isProduction ? "required" : "excluded"),
    ]
    if let purl = component.purl { members.append(("purl", .string(purl))) }
    let manifests = Set(component.uses.map(\.manifest)).sorted()
    members.append(
      (
        "properties",
        .array(
          [["name": "martlet:ecosystem", "value": .string(component.ecosystem)]]
            + manifests.map { ["name": "martlet:manifest", "value": .string($0)] })
      ))
    return .object(Object(members))
  }

  private func vulnerabilities(_ repository: RepositoryID, _ components: [Component]) -> [Value] {
    components.flatMap { component in
      component.advisories.map { advisory in
        let severity = AdvisorySeverity(advisory.severity)
        let word = severity == .moderate ? "medium" : severity.rawValue
        return [
          "id": .string(advisory.id),
          "source": ["name": "OSV", "url": .string(advisory.url)],
          "ratings": [["severity": .string(word)]],
          "description": .string(advisory.summary),
          "affects": [["ref": .string(reference(component, in: repository))]],
        ]
      }
    }
  }
}

extension FleetExport.Component {
  /// The advisories for this version, each once.
  var advisories: [ObservedAdvisory] {
    var seen: Set<String> = []
    return uses.flatMap(\.advisories).filter { advisory in
      advisory.versions.contains(version) && seen.insert(advisory.id).inserted
    }
  }
}
