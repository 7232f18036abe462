import Store
import Text

extension FleetExport {
  /// Returns the package URL of a version, such as `pkg:npm/%40acme/kit@1.2.0`.
  ///
  /// Source: <https://github.com/package-url/purl-spec>.
  ///
  /// - Returns: nil if the ecosystem has no type, or the type needs more than a name, as `swift` does.
  func purl(of seen: Observation, _ version: String) -> String? {
    guard let type = purlTypes[seen.ecosystem], type != "generic" else { return nil }
    let parts = seen.name.slashParts().map { PercentEncoding.component.encode(String($0)) }
    guard !parts.isEmpty, type != "swift" || parts.count > 1 else { return nil }
    return
      "pkg:\(type)/\(parts.joined(separator: "/"))@\(PercentEncoding.component.encode(version))"
  }
}
