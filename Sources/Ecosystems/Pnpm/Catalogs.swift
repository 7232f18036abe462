package import Ecosystem
import JSON
package import JavaScript
package import Text
import YAML

extension PnpmSources {
  /// The catalogs in `pnpm-workspace.yaml`.
  package var catalogs: ProjectCatalogs {
    ProjectCatalogs(
      workspace?.catalogs ?? [], in: workspace?.document.source, standard: "default")
  }

  /// Returns the rules of the root's manifest and those of `pnpm-workspace.yaml`.
  package func rules(for name: String) -> [RequirementSite] {
    let outer = (workspace?.overrides ?? []).filter { $0.name == name }
    return manifests[0].rules(for: name, in: Self.traits.rules)
      + outer.compactMap { workspace?.site(of: $0) }
  }

  /// Returns the rules for some requirements in the root's manifest and in `pnpm-workspace.yaml`.
  package func narrowRules(for name: String) -> [RequirementSite] {
    let outer = (workspace?.overrides ?? []).filter { RuleKey([$0.name]).isNarrow(name) }
    return manifests[0].narrowRules(for: name, in: Self.traits.rules)
      + outer.compactMap { workspace?.site(of: $0) }
  }

  /// Returns the project with another `pnpm-workspace.yaml`, whose members and settings are the same.
  package func replacing(_ catalogs: SourceText) throws(Problem) -> PnpmSources {
    var result = self
    let edited = try WorkspaceFile(catalogs)
    guard let workspace, edited.packages.map(\.pattern) == workspace.packages.map(\.pattern),
      edited.overrides.map(\.name) == workspace.overrides.map(\.name),
      edited.fixedSettings == workspace.fixedSettings
    else {
      throw Problem(
        .failed, "does not contain the new requirements after the edit", subject: catalogs.file)
    }
    result.workspace = edited
    return result
  }

  /// Adds versions to the exceptions of `minimumReleaseAge`.
  mutating func record(_ exceptions: Set<String>) throws(Problem) {
    if exceptions.isEmpty { return }
    let path = TreePath.sibling(of: project.manifest, named: "pnpm-workspace.yaml")
    workspace = try RecordReleaseAge(path: path, workspace: workspace).adding(exceptions)
  }
}

extension WorkspaceFile {
  /// The entries of catalogs as an update edits them.
  var catalogs: [ProjectCatalogs.Entry] {
    entries.map { ProjectCatalogs.Entry($0.catalog, $0.name, site(of: $0)) }
  }

  /// Returns the place of a requirement in the file.
  fileprivate func site(of entry: CatalogEntry) -> RequirementSite {
    RequirementSite(
      in: document.source, section: entry.isOverride ? "pnpm.overrides" : "catalogs",
      text: entry.requirement, bytes: entry.node.range,
      kind: entry.isOverride ? .workspaceRule : .catalog,
      plain: { LockScalar($0, isSingleLine: true, isInBlock: false).text(level: 1, width: nil) })
  }

  /// The settings that no update edits.
  fileprivate var fixedSettings: [Value] {
    settings.filter { $0.key != "overrides" }.map(\.value)
  }
}
