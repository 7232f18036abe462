package import Ecosystem
import Text

extension ProjectTools {
  /// Decides which package manager a project uses.
  ///
  /// In this order: `packageManager` and `devEngines`, the locks beside the manifest, files that
  /// only one manager has, the only manager with a stated version, the only manager that the
  /// operator's file states; npm otherwise, and for locks of several managers.
  ///
  /// - Parameters:
  ///   - project: the project.
  ///   - tree: the files of the repository.
  ///   - toolchain: the operator's versions.
  /// - Returns: npm, pnpm, Yarn or Bun.
  package func manager(
    of project: Project, in tree: SourceTree, _ toolchain: Toolchain
  ) -> Tool {
    let owners = Set(locks.values)
    if let first = named.first {
      // `devEngines` can name several; the lock decides among them.
      let choices = named.filter(first.isBeside).map(\.tool)
      return choices.first { owners == [$0] } ?? first.tool
    }
    if !owners.isEmpty { return owners.only ?? .npm }
    if workspaceAbove != nil { return .pnpm }
    return sign?.tool ?? mentioned.only ?? Self.stated(in: toolchain).only ?? .npm
  }

  /// Files that only one package manager reads.
  static let signs = [
    ToolSign(tool: .pnpm, path: workspaceFile), ToolSign(tool: .yarn, path: ".yarnrc.yml"),
    ToolSign(tool: .yarn, path: ".yarnrc"), ToolSign(tool: .bun, path: "bunfig.toml"),
  ]

  /// The package managers with a version in any file: of `volta`, a version manager or `engines`.
  var mentioned: Set<Tool> {
    Set(statements.map(\.tool)).intersection(Tool.managers)
  }

  private static func stated(in toolchain: Toolchain) -> Set<Tool> {
    Set(Tool.managers).filter { tool in
      let key = ToolchainKey(
        tool.rawValue, tool == .npm ? tool.rawValue : nil, standard: "")
      return toolchain.stated(key) != nil
    }
  }
}

/// A file that only one package manager reads.
struct ToolSign: Hashable {
  var tool: Tool
  var path: String
}

extension Set {
  var only: Element? { count == 1 ? first : nil }
}
