import Ecosystem

/// What files name of one sort: tags of repositories, images, or versions that a list has.
///
/// A `ReferenceProject` has one of each sort, and edits them together.
protocol ReferencePart: Sendable {
  /// Whether the files name nothing of this sort.
  var isEmpty: Bool { get }

  /// Whether a dependency has exactly this name.
  func declares(_ name: String) -> Bool

  /// Whether a name means one of the dependencies, perhaps in another spelling.
  func knows(_ name: String) -> Bool

  /// Lists the versions that the uses can move to, oldest first.
  func releases(of dependency: Dependency) async throws(Problem) -> [Release]

  /// Fetches when versions were published, as far as that takes requests of its own.
  func publicationTimes(of versions: [String], _ dependency: Dependency) async -> PublicationTimes

  /// Returns the version in use with what fixes it: a commit, a digest; nil if nothing can.
  func pinning(of dependency: Dependency) async throws(Problem) -> Release?

  /// Plans the edits for targets, without applying them.
  ///
  /// Only a stated version changes something: a version is its own requirement, and there is no lock.
  func plan(_ targets: [Goal.Target], _ options: UpdateOptions) async throws(Problem) -> EditPlan

  /// Lists what identifies the content of the versions that a change moves to.
  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity]

  /// Lists the uses of a dependency, and whether a version exists.
  func explain(_ name: String, version: String?) async throws(Problem) -> [String]
}

extension ReferencePart {
  func knows(_ name: String) -> Bool { declares(name) }

  func pinning(of dependency: Dependency) async throws(Problem) -> Release? { nil }
}
