import Advisories
import Bundler
import Ecosystem
import NPM
import SwiftPM

/// The ecosystems as configured in the program.
let ecosystems: [OSVEcosystem] = [.npm, .rubygems, .swift]

/// Parses a range: `introduced 1.0.0, fixed 1.20`.
func range(_ text: String) -> Advisory.Range {
  Advisory.Range(
    text.split(separator: ",").compactMap { part in
      let words = part.split(separator: " ").map(String.init)
      return Advisory.Event.Kind(rawValue: words[0]).map { Advisory.Event($0, words[1]) }
    })
}

/// Returns a record about `birds`, with a block for each text.
func advisory(
  in ecosystem: OSVEcosystem = .npm, versions: Set<String> = [],
  isWithdrawn: Bool = false, _ blocks: String...
) -> Advisory {
  let package = AdvisedPackage(ecosystem, "birds")
  return Advisory(
    id: "T-1", isWithdrawn: isWithdrawn,
    affected: blocks.map { Advisory.Affected(package, ranges: [range($0)]) }
      + (versions.isEmpty ? [] : [Advisory.Affected(package, versions: versions)]))
}

/// Returns the versions of `birds` that a record affects.
func hit(
  _ advisory: Advisory, _ ecosystem: OSVEcosystem = .npm, _ versions: String...
) -> [String] {
  let package = AdvisedPackage(ecosystem, "birds")
  return versions.filter { advisory.hits($0, of: package) }
}

/// Returns a record as the source sends it.
func json(_ id: String, _ package: String, fixed: String, modified: String = "2026-01-01T00:00:00Z")
  -> String
{
  let ecosystem = package.contains("/") ? "SwiftURL" : "npm"
  return """
    {"id":"\(id)","modified":"\(modified)","aliases":["CVE-2026-1"],"summary":"Birds escape",
     "severity":[{"type":"CVSS_V3","score":"CVSS:3.1/AV:N"}],
     "affected":[{"package":{"ecosystem":"\(ecosystem)","name":"\(package)"},
       "ranges":[{"type":"SEMVER","events":[{"introduced":"0"},{"fixed":"\(fixed)"}]},
                 {"type":"GIT","events":[{"introduced":"0"}]}]}],
     "database_specific":{"severity":"HIGH"}}
    """
}
