package import Ecosystem
package import Text
import Versioning

/// A lock beside files of a kind.
struct ReferenceLock: Sendable {
  /// The name of its file.
  var name: String
  /// Requires that the lock belongs to a file and can be rewritten; throws a refusal if not.
  var require: @Sendable (_ file: SourceText, _ lock: SourceText) throws(Problem) -> Void
  /// Returns the lock after an edit of a file, with the chosen versions as `EditPlan` has them.
  var rewrite:
    @Sendable (
      _ lock: SourceText, _ old: SourceText, _ new: SourceText, _ chosen: [String: String]
    ) throws(Problem) -> SourceText
}

/// A kind of file that names versions of other things and has no lock.
///
/// A new kind is one file in `Kinds` with one of these, and an element of `ReferenceKind.all`.
package struct ReferenceKind: Sendable {
  /// What the repository's own host serves, for references to it.
  package struct Host: Hashable, Sendable {
    /// The address without a final slash: `https://gitlab.acme.dev`; nil if unknown.
    package var address: String?

    /// Describes a host.
    package init(_ address: String?) {
      self.address = address
    }
  }

  /// The identifier, which is also the word in the configuration.
  package var id: EcosystemID
  /// The name in messages: `GitLab CI`.
  package var displayName: String
  /// The color of the label, six hexadecimal digits.
  package var color: String
  /// Whether Dependabot knows the word.
  package var isDependabots = false
  /// Completes the description of the ecosystem.
  package var describe: @Sendable (inout EcosystemDescription) -> Void = { _ in }
  /// A lock beside the files, which is out of date after an update; nil if the kind has none.
  var lock: ReferenceLock?
  /// The names of files in messages.
  package var manifests: [String]
  /// The folders with copies of others' files, which are ignored.
  package var ignoredFolders: Set = ["node_modules", "vendor", "Pods", "Carthage"]
  /// Whether a file represents its project in messages rather than the others.
  package var isMain: @Sendable (_ path: String) -> Bool = { _ in true }
  /// Whether a file of a project that can't be parsed is reported, and the others are updated.
  package var toleratesBrokenFiles = true
  /// Whether a file may be as large as a lock, because its path is also that of generated ones.
  package var mayBeLarge: @Sendable (_ path: String) -> Bool = { _ in false }
  /// The number of files that a project may have.
  package var fileLimit = 2_000
  /// Whether the names of images include the registry.
  package var namesRegistries = true
  /// Returns the directory of the project that a file belongs to; nil if it isn't of this kind.
  package var directory: @Sendable (_ path: String) -> String?
  /// Finds the references of a file.
  package var parse: @Sendable (SourceText, Host) throws(Problem) -> ReferenceFile
  /// Makes a project of more than the references; nil if they are all.
  var complete:
    (
      @Sendable (ReferenceProject, SourceTree, ReferenceServices) async throws(Problem)
        -> any OpenProject
    )?
  /// Finds the repository of a dependency; nil if its source or the labels of the image say so.
  var upstream:
    (@Sendable (Dependency, _ new: String, ImageRegistry) async throws(Problem) -> Upstream)?

  /// Creates a kind.
  package init(
    _ id: EcosystemID, _ displayName: String, color: String, manifests: [String],
    directory: @escaping @Sendable (_ path: String) -> String?,
    parse: @escaping @Sendable (SourceText, Host) throws(Problem) -> ReferenceFile
  ) {
    self.id = id
    self.displayName = displayName
    self.color = color
    self.manifests = manifests
    self.directory = directory
    self.parse = parse
  }

  /// The description of the ecosystem that updates these files.
  package var description: EcosystemDescription {
    var result = EcosystemDescription(
      id: id, displayName: displayName, language: displayName,
      label: EcosystemLabel(id.rawValue, color: color), purlType: "generic",
      words: isDependabots ? [id.rawValue] : [], manifests: manifests, lockFile: manifests[0],
      versions: VersionOrder(of: TagVersion.self), satisfies: TagVersion.satisfies,
      create: { ReferenceEcosystem(self, $0) })
    if !isDependabots { result.ownWords = [id.rawValue] }
    result.isOptIn = true
    result.readsCustomFiles = id == .custom
    result.pins = true
    result.widensRequirements = false
    result.matchesOtherFiles = true
    result.registries = [.images]
    result.publicHosts = ["registry-1.docker.io"]
    result.isRepository = { $0.source.map { !$0.contains("/v2/") } ?? false }
    result.isAlias = { word, dependency in
      dependency.name.slashParts().last?.lowercased() == word.lowercased()
    }
    describe(&result)
    return result
  }
}
