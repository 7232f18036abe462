package import Ecosystem
package import Git
import GitTags
import Text
import YAML

/// pre-commit: the revisions of the repositories with hooks in `.pre-commit-config.yaml`.
///
/// There is no lock file. Packages in `additional_dependencies` belong to other tools and stay.
package struct PreCommitEcosystem: PackageEcosystem {
  let git: Git.Client

  /// Creates the ecosystem; `git` lists the tags.
  package init(git: Git.Client) {
    self.git = git
  }

  /// The description of pre-commit.
  package var description: EcosystemDescription { .preCommit }

  /// Finds every configuration of pre-commit.
  package func discover(in paths: [String]) -> [Project] {
    let names = [".pre-commit-config.yaml", ".pre-commit-config.yml"]
    return paths.filter { names.contains(TreePath.name(of: $0)) }.sorted().map { path in
      Project(
        ecosystem: .preCommit, directory: TreePath.directory(of: path), manifest: path, lock: nil)
    }
  }

  /// Parses the configuration.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    let parse = { @Sendable (source: SourceText) throws(Problem) in try TagFile(hooksOf: source) }
    return TagProject(
      project: project, files: [try parse(try await tree.readManifest(project.manifest))],
      library: TagLibrary(git: git), parse: parse)
  }
}

extension TagFile {
  /// Parses the repositories of a configuration, except `local` and `meta`.
  ///
  ///     repos:
  ///       - repo: https://github.com/psf/black
  ///         rev: 23.1.0
  ///       - repo: https://github.com/pycqa/isort
  ///         rev: c5e8fa75dda5f764d20f66a215d71c21cfa198e1  # frozen: 5.12.0
  ///
  /// Source: https://pre-commit.com, version 4.
  ///
  /// - Throws: a problem with the place of a syntax error.
  init(hooksOf source: SourceText) throws(Problem) {
    let root: Node?
    do throws(SyntaxError) {
      root = try Document(source).root
    } catch {
      throw Problem(.refused, "isn't valid YAML: \(error.message)", at: error.location)
    }
    var uses: [TagUse] = []
    var unread: [UnsupportedReference] = []
    for entry in root?["repos"]?.elements ?? [] {
      guard let url = entry["repo"]?.string, !["local", "meta"].contains(url) else { continue }
      do throws(Problem) {
        uses.append(try TagUse(hooksAt: url, entry, in: source))
      } catch {
        unread.append(UnsupportedReference(url, error))
      }
    }
    self.init(source, uses: uses, unread: unread)
  }
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
