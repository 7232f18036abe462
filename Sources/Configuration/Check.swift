package import Ecosystem
package import Text
import YAML

/// The two kinds of configuration files.
package enum FileKind: String, CaseIterable, Hashable, Sendable {
  case repository, `operator`

  /// Detects the kind by the keys of the file, or otherwise by its name; nil if both are unknown.
  package init?(of source: SourceText) {
    let root = (try? Document(source))?.root
    let keys = Set((root?.entries ?? []).map(\.name))
    let name = source.file.slashParts().last ?? ""
    if keys.contains("forges") || keys.contains("state") {
      self = .operator
    } else if !keys.isDisjoint(with: ["updates", "version", "extends"]) {
      self = .repository
    } else if name.hasPrefix("dependabot.") || name.hasPrefix(".martlet.") || isHidden(source) {
      self = .repository
    } else if name.hasPrefix("martlet.") {
      self = .operator
    } else {
      return nil
    }
  }
}

/// Whether a file is in a folder of a host's settings, where operators' files are not.
private func isHidden(_ source: SourceText) -> Bool {
  source.file.slashParts().dropLast().last.map {
    $0.hasPrefix(".") && $0 != "." && $0 != ".."
  } ?? false
}

/// Validates a file of either kind: `martlet config check`.
///
/// By default only the syntax of placeholders is checked, so that a file can be checked on a machine
/// without its secrets.
///
/// - Parameters:
///   - source: the file, with its name as findings show it.
///   - ecosystems: the ecosystems that are served.
///   - kind: nil to detect it; a file of neither kind is read as a repository's.
///   - placeholders: how those of an operator's file are resolved.
/// - Returns: all findings, by location.
package func check(
  _ source: SourceText, ecosystems: EcosystemCatalog, as kind: FileKind? = nil,
  placeholders: Placeholders = .unresolved
) -> [Finding] {
  switch kind ?? FileKind(of: source) ?? .repository {
  case .repository:
    (RepositoryFile.read(source, ecosystems: ecosystems).findings + ownKeys(in: source))
      .sortedByLocation()
  case .operator:
    OperatorFile.read(source, ecosystems: ecosystems, placeholders: placeholders).findings
  }
}

extension FileKind {
  /// Returns the decoder's own tables for a kind of file, which the published schema must match.
  package func schema(_ ecosystems: EcosystemCatalog) -> SchemaType {
    switch self {
    case .repository: Shape<RepositoryFile>.repositoryFile(ecosystems).type
    case .operator: Shape<OperatorFile>.operatorFile(ecosystems).type
    }
  }
}
