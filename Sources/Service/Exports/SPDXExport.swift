import Crypto
import Forges
import JSON
import Store
import Time

extension FleetExport {
  /// A bill of materials with a package for each repository, which depends on its locked packages.
  ///
  /// Source: <https://spdx.github.io/spdx-spec/v2.3/>.
  var spdx: Value {
    var packages: [Value] = []
    var relationships: [Value] = []
    for (index, (id, components)) in repositories.enumerated() {
      let root = "SPDXRef-repository-\(index + 1)"
      packages.append(package(root, "\(id.name)", version: nil, purl: nil, purpose: "APPLICATION"))
      relationships.append(Self.relationship("SPDXRef-DOCUMENT", "DESCRIBES", root))
      for (number, component) in components.enumerated() {
        let reference = "\(root)-package-\(number + 1)"
        packages.append(
          package(
            reference, component.name, version: component.version, purl: component.purl,
            purpose: "LIBRARY"))
        relationships.append(Self.relationship(root, "DEPENDS_ON", reference))
      }
    }
    let content = Value.array(packages).text(.compact)
    let digest = Digest(.sha256, of: "\(now.seconds) \(content)").hexadecimal.prefix(32)
    return [
      "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
      "name": "martlet fleet",
      "documentNamespace": .string("https://spdx.org/spdxdocs/martlet-\(digest)"),
      "creationInfo": [
        "created": .string(now.rfc3339Seconds),
        "creators": [.string("Tool: martlet-\(version)")],
      ],
      "packages": .array(packages), "relationships": .array(relationships),
    ]
  }

  private func package(
    _ reference: String, _ name: String, version: String?, purl: String?, purpose: String
  ) -> Value {
    var members: [(String, Value)] = [
      ("SPDXID", .string(reference)), ("name", .string(name)),
      ("downloadLocation", "NOASSERTION"), ("filesAnalyzed", false),
      ("licenseConcluded", "NOASSERTION"), ("licenseDeclared", "NOASSERTION"),
      ("copyrightText", "NOASSERTION"), ("primaryPackagePurpose", .string(purpose)),
    ]
    if let version { members.append(("versionInfo", .string(version))) }
    if let purl {
      members.append(
        (
          "externalRefs",
          [
            [
              "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
              "referenceLocator": .string(purl),
            ]
          ]
        ))
    }
    return .object(Object(members))
  }

  private static func relationship(_ from: String, _ type: String, _ to: String) -> Value {
    [
      "spdxElementId": .string(from), "relationshipType": .string(type),
      "relatedSpdxElement": .string(to),
    ]
  }
}
