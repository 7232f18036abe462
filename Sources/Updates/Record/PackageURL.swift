import Text

/// Returns the package URL of a version, such as `pkg:npm/%40acme/kit@1.2.0`.
///
/// Source: <https://github.com/package-url/purl-spec>.
///
/// - Parameters:
///   - name: the name in manifests.
///   - version: the locked version.
///   - type: the type of the ecosystem; nil: it has none.
/// - Returns: nil without a type, or if the type needs more than a name, as `swift` does.
package func packageURL(_ name: String, _ version: String, type: String?) -> String? {
  guard let type, type != "generic" else { return nil }
  let parts = name.slashParts().map { PercentEncoding.component.encode(String($0)) }
  guard !parts.isEmpty, type != "swift" || parts.count > 1 else { return nil }
  return
    "pkg:\(type)/\(parts.joined(separator: "/"))@\(PercentEncoding.component.encode(version))"
}
