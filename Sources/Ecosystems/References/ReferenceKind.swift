package import Ecosystem
package import Text
package import Versioning
import GitTags
import Containers

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
  /// The steps that need approval unless an entry says otherwise.
  package var approval: Set<Step> = []
  /// A lock beside the files, which would be out of date after an update; nil if the kind has none.
  package var lock: String?
  /// The names of files in messages.
  package var manifests: [String]
  /// Returns the directory of the project that a file belongs to; nil if it isn't of this kind.
  package var directory: @Sendable (_ path: String) -> String?
  /// Finds the references of a file.
  package var parse: @Sendable (SourceText, Host) throws(Problem) -> ReferenceFile

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
    result.approval = approval
    result.pins = true
    result.widensRequirements = false
    result.matchesOtherFiles = true
    result.registries = [.images]
    result.publicHosts = ["registry-1.docker.io"]
    result.isRepository = { $0.source.map { !$0.contains("/v2/") } ?? false }
    result.isAlias = { word, dependency in
      dependency.name.slashParts().last?.lowercased() == word.lowercased()
    }
    return result
  }
}
