package import Ecosystem
import Text

extension ProjectTools {
  /// Decides which package manager a project uses.
  ///
  /// In this order: `packageManager` and `devEngines`, the locks beside the manifest, files that only
  /// one manager has, the only manager that the operator's file states; npm otherwise, and for
  /// locks of several managers.
  ///
  /// - Parameters:
  ///   - project: the project.
  ///   - tree: the files of the repository.
  ///   - toolchain: the operator's versions.
  /// - Returns: npm, pnpm, Yarn or Bun.
  package func manager(
    of project: Project, in tree: SourceTree, _ toolchain: Toolchain
  ) -> Tool {
    let named = statements.filter { statement in
      let decides = statement.source == .packageManager || statement.source == .devEngines
      return decides && statement.tool != .node
        && (statement.location.file == project.manifest || locks.isEmpty)
    }
    if let first = named.first { return first.tool }
    let owners = Set(locks.values)
    if owners.count == 1, let owner = owners.first { return owner }
    if !owners.isEmpty { return .npm }
    let folder = Paths.folder(of: project.manifest) ?? ""
    let signs: [(Tool, String)] = [
      (.pnpm, "pnpm-workspace.yaml"), (.yarn, ".yarnrc.yml"), (.yarn, ".yarnrc"),
    ]
    if let sign = signs.first(where: { tree.paths.contains(Paths.join(folder, $0.1)) }) {
      return sign.0
    }
    let stated = [Tool.npm, .pnpm, .yarn].filter { tool in
      let key = ToolchainKey(
        tool.rawValue, tool == .npm ? tool.rawValue : nil, standard: "")
      return toolchain.stated(key) != nil
    }
    return stated.count == 1 ? stated[0] : .npm
  }
}
