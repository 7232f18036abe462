import Ecosystem

/// The bounds of one resolution, because packages are written by strangers.
enum Limits {
  /// The maximal number of branches and tags of a repository.
  static let references = 100_000
  /// The maximal number of calls of the provider by the solver.
  static let questions = 100_000
  /// The maximal number of comparisons of versions with ranges.
  static let comparisons = 20_000_000

  /// The bounds of requests: each document takes one or two requests to a repository.
  static var requests: ResolutionLimits {
    var limits = ResolutionLimits()
    limits.documents = 6_000
    return limits
  }
}

extension Metadata.Need: CustomStringConvertible {
  /// The name of the package.
  var description: String { package.description }

  /// The package of the document.
  var package: PackageReference {
    switch self {
    case .releases(let package), .manifest(let package, _): package
    }
  }
}
