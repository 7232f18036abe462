import Store
import Updates

extension FleetExport {
  /// The package URL of a version; nil if it has none.
  func purl(of seen: Observation, _ version: String) -> String? {
    packageURL(seen.name, version, type: purlTypes[seen.ecosystem])
  }
}
