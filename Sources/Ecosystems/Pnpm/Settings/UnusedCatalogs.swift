import Ecosystem
import JSON
import JavaScript
import YAML

/// Entries of `pnpm-workspace.yaml` that `pnpm install` removes from the file, if a setting asks for it.
///
/// Source: `updateWorkspaceManifest` of pnpm 10.34 and 11.22.
extension PnpmSources {
  private static let pruning: Set<String> = ["catalogPrune", "cleanupUnusedCatalogs"]

  /// Requires that pnpm would leave the file alone.
  ///
  /// - Throws: a refusal with the first entry of a catalog that nothing uses, or with the setting that
  ///   makes pnpm remove exceptions from the minimum age.
  func requireNothingToPrune(_ version: PnpmVersion) throws(Problem) {
    guard version.has(.readsWorkspaceSettings), let workspace else { return }
    let active = workspace.settings.filter { $0.value == true }
    if let setting = active.first(where: { Self.pruning.contains($0.key) }),
      let entry = unusedEntry(in: workspace, version)
    {
      throw Problem(
        .refused, "is in a catalog, but nothing uses it, and pnpm removes it with \(setting.key)",
        subject: entry.name, at: entry.node.location, advice: "remove the entry")
    }
    let exceptions = workspace.settings.first { $0.key == "minimumReleaseAgeExclude" }
    if version.has(.recordsYoungReleases), exceptions?.value.array?.isEmpty == false,
      let setting = active.first(where: { $0.key == "minimumReleaseAgeExcludePrune" })
    {
      throw Problem(
        .refused, "makes pnpm remove entries of `minimumReleaseAgeExclude`, which martlet doesn't",
        subject: setting.key, at: setting.location)
    }
  }

  /// Returns the first entry of a catalog that no manifest uses.
  ///
  /// `catalog:` is a use in all catalogs, and the only one in `catalog`.
  private func unusedEntry(in workspace: WorkspaceFile, _ version: PnpmVersion) -> CatalogEntry? {
    var uses: [String: Set<String>] = [:]
    for manifest in manifests {
      for section in [
        "dependencies", "devDependencies", "optionalDependencies", "peerDependencies",
      ] {
        for member in manifest.document.root[section]?.members ?? [] {
          if let text = member.value.string { uses[member.key, default: []].insert(text) }
        }
      }
    }
    let overrides = workspace.settings.first { $0.key == "overrides" }?.value.object
    for member in overrides?.members ?? [] where version.has(.countsOverridesAsUses) {
      guard let text = member.value.string else { continue }
      uses[OverrideRules.target(of: member.key), default: []].insert(text)
    }
    let hasUnnamed = workspace.document.root?["catalog"] != nil
    return workspace.entries.first { entry in
      let used = uses[entry.name] ?? []
      let isNamed = !hasUnnamed || entry.catalog != "default"
      return !used.contains("catalog:")
        && !(isNamed && used.contains("catalog:\(entry.catalog)"))
    }
  }
}
