import Resolution
import SwiftSources

/// The solver's findings in the words that manifests use.
struct SwiftWording: Wording {
  /// What the project is called.
  let root: String

  func name(of package: PackageReference) -> String {
    package.kind == .root ? root : "'\(package)'"
  }

  func requirement(_ versions: VersionSpecifier, of package: PackageReference) -> String {
    versions == .any ? "" : versions.description
  }

  func explanation(of reason: Containers.Reason) -> String {
    switch reason {
    case .tools(let tools) where tools < .oldest:
      "is for Swift tools \(tools), which SwiftPM no longer supports"
    case .tools(let tools): "needs Swift tools \(tools)"
    case .unreadable(let reason): reason
    case .unversioned(let other): "depends on '\(other)' by a branch, commit or folder"
    }
  }

  /// The lines of a report.
  func sentences(
    of derivation: Derivation<PackageReference, VersionSpecifier, Containers.Reason>
  ) -> [String] {
    Report(derivation, wording: self).description.split(separator: "\n").map(String.init)
  }
}
