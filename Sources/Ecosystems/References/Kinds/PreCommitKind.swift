package import Ecosystem
import Text
import YAML

extension EcosystemID {
  /// Hooks that pre-commit runs.
  package static let preCommit = EcosystemID("pre-commit")
}

extension ReferenceKind {
  /// pre-commit: the repositories of a configuration, except `local` and `meta`, and the packages of
  /// npm and RubyGems that hooks add.
  ///
  /// Packages of other languages stay.
  ///
  ///     repos:
  ///       - repo: https://github.com/psf/black
  ///         rev: 23.1.0
  ///       - repo: https://github.com/pycqa/isort
  ///         rev: c5e8fa75dda5f764d20f66a215d71c21cfa198e1  # frozen: 5.12.0
  ///
  /// Source: https://pre-commit.com, version 4.
  package static let preCommit = {
    var kind = ReferenceKind(
      .preCommit, "pre-commit", color: "fab040", manifests: [".pre-commit-config.yaml"],
      directory: { path in
        [".pre-commit-config.yaml", ".pre-commit-config.yml"].contains(TreePath.name(of: path))
          ? TreePath.directory(of: path) : nil
      },
      parse: { source, _ throws(Problem) in try ReferenceFile(hooks: source) })
    kind.isDependabots = true
    kind.upstream = { dependency, _, _ in
      Upstream(addresses: [dependency.source].compactMap(\.self))
    }
    kind.describe = { hooks in
      hooks.isOptIn = false
      hooks.matchesOtherFiles = false
      hooks.registries = []
      hooks.publicHosts = []
      hooks.isRepository = { _ in true }
      hooks.isAlias = { word, dependency in
        let parts = dependency.name.slashParts().map { $0.lowercased() }
        let ownerAndName = parts.suffix(2).joined(separator: "/")
        return [parts.last, ownerAndName].contains(word.lowercased())
      }
    }
    return kind
  }()
}

extension ReferenceFile {
  fileprivate init(hooks source: SourceText) throws(Problem) {
    self.init(source)
    for root in try ReferenceFile.documents(of: source) {
      for entry in root["repos"]?.elements ?? [] {
        if let url = entry["repo"]?.string, !["local", "meta"].contains(url) {
          add(url, needsTag: false) { () throws(Problem) in
            try TagUse(hooksAt: url, entry, in: source)
          }
        }
        for hook in entry["hooks"]?.elements ?? [] { add(packagesOf: hook, in: source) }
      }
    }
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
    needs = (entry["hooks"]?.elements ?? []).compactMap { $0["id"]?.string }.map { id in
      NeededFile("the hook \(id)", at: [".pre-commit-hooks.yaml"], hook: id)
    }
  }
}
