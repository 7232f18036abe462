package import Text
import YAML

/// Which of the two files a text is.
package enum FileKind: String, CaseIterable, Hashable, Sendable {
  case repository, `operator`

  /// Guesses by what stands in it, or else by its name; nil where neither tells.
  package init?(of source: SourceText) {
    let root = (try? Document(source))?.root
    let keys = Set((root?.entries ?? []).map(\.name))
    let name = source.file.split(separator: "/").last ?? ""
    if keys.contains("forges") || keys.contains("state") {
      self = .operator
    } else if keys.contains("updates") || keys.contains("version") {
      self = .repository
    } else if name.hasPrefix("dependabot.") {
      self = .repository
    } else if name.hasPrefix("martlet.") {
      self = .operator
    } else {
      return nil
    }
  }
}

/// Validates a file of either kind: `martlet config check`.
///
/// Placeholders are checked for their form alone, so that a file can be checked on a machine that
/// has none of its secrets.
///
/// - Parameters:
///   - source: the file and its name, as findings shall show it.
///   - kind: nil: guessed; a file that is neither is taken for a repository's.
///   - placeholders: how those of an operator's file are looked up.
/// - Returns: everything that was found, by place.
package func check(
  _ source: SourceText, as kind: FileKind? = nil, placeholders: Placeholders = .unresolved
) -> [Finding] {
  switch kind ?? FileKind(of: source) ?? .repository {
  case .repository: RepositoryFile.read(source).findings
  case .operator: OperatorFile.read(source, placeholders: placeholders).findings
  }
}

extension FileKind {
  /// The decoder's own tables for a kind of file, which the published schema is held against.
  package var schema: SchemaType {
    switch self {
    case .repository: Shape<RepositoryFile>.repositoryFile.type
    case .operator: Shape<OperatorFile>.operatorFile.type
    }
  }
}
