package import Ecosystem
import GitTags
import References
import Text
import YAML

/// pre-commit: the revisions of the repositories with hooks in `.pre-commit-config.yaml`, and the
/// packages of npm and RubyGems that hooks add.
///
/// There is no lock file. Packages of other languages stay.
package struct PreCommitEcosystem: PackageEcosystem {
  private let files: ReferenceEcosystem

  /// Creates the ecosystem.
  package init(_ resources: EcosystemResources) {
    files = ReferenceEcosystem(.preCommit, resources)
  }

  /// The description of pre-commit.
  package var description: EcosystemDescription { .preCommit }

  /// Finds every configuration of pre-commit.
  package func discover(in paths: [String]) -> [Project] { files.discover(in: paths) }

  /// Parses the configuration.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    try await files.open(project, in: tree)
  }
}

extension ReferenceKind {
  /// The repositories of a configuration, except `local` and `meta`, and the packages of hooks.
  ///
  ///     repos:
  ///       - repo: https://github.com/psf/black
  ///         rev: 23.1.0
  ///       - repo: https://github.com/pycqa/isort
  ///         rev: c5e8fa75dda5f764d20f66a215d71c21cfa198e1  # frozen: 5.12.0
  ///
  /// Source: https://pre-commit.com, version 4.
  fileprivate static let preCommit = ReferenceKind(
    .preCommit, "pre-commit", color: "fab040", manifests: [".pre-commit-config.yaml"],
    directory: { path in
      [".pre-commit-config.yaml", ".pre-commit-config.yml"].contains(TreePath.name(of: path))
        ? TreePath.directory(of: path) : nil
    },
    parse: { source, _ throws(Problem) in
      var file = ReferenceFile(source)
      for root in try ReferenceFile.documents(of: source) {
        for entry in root["repos"]?.elements ?? [] {
          if let url = entry["repo"]?.string, !["local", "meta"].contains(url) {
            file.add(url, needsTag: false) { () throws(Problem) in
              try TagUse(hooksAt: url, entry, in: source)
            }
          }
          for hook in entry["hooks"]?.elements ?? [] { file.add(packagesOf: hook, in: source) }
        }
      }
      return file
    })
}

extension TagUse {
  /// Parses the `rev` of a repository.
  fileprivate init(
    hooksAt url: String, _ entry: Node, in source: SourceText
  ) throws(Problem) {
    guard let node = entry["rev"], let revision = node.string else {
      throw Problem(.refused, "has no rev", subject: url, at: entry.location)
    }
    guard ["https://", "http://", "ssh://", "git@"].contains(where: url.hasPrefix) else {
      throw Problem(.refused, "isn't the address of a repository", subject: url, at: node.location)
    }
    guard !ImplicitNumber.losesDigits(node) else {
      throw Problem(
        .refused, "has a rev that YAML reads as a number", subject: url, at: node.location,
        advice: "quote the rev")
    }
    try self.init(url, in: .address(url), at: revision, of: node, in: source)
    keepsPrecision = false
  }
}
