import Ecosystem

/// How much one resolution may ask for and try.
///
/// Packages are written by strangers: one that needs another, which needs another, has no end.
enum Limits {
  /// Branches and tags of a repository.
  static let references = 100_000
  /// Packages whose versions are listed.
  static let packages = 1_000
  /// Manifests that are read.
  static let manifests = 5_000
  /// What the solver asks the provider.
  static let questions = 100_000
  /// Versions that are compared with ranges.
  static let comparisons = 20_000_000
}

extension Performer {
  /// Looks up what a resolution lacks.
  ///
  /// - Throws: a refusal if the graph has more packages or manifests than one resolution takes.
  mutating func answer(
    _ needs: [Metadata.Need], hints: [Metadata.Need] = []
  ) async throws(Problem) {
    let (packages, manifests) = metadata.counts
    guard packages <= Limits.packages else {
      throw Problem(
        .refused, "leads to more than \(Limits.packages) packages",
        subject: needs.first?.package.description)
    }
    guard manifests <= Limits.manifests else {
      throw Problem(
        .refused, "leads to more than \(Limits.manifests) manifests",
        subject: needs.first?.package.description)
    }
    try await lookUp.add(needs, hints: hints, to: &metadata)
  }
}

extension Metadata.Need {
  /// The package that is asked about.
  var package: PackageReference {
    switch self {
    case .releases(let package), .manifest(let package, _): package
    }
  }
}
