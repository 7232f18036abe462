import Ecosystem
import JavaScript

/// Decides which version of Bun a project uses.
///
///     Bun 1.4.4, as packageManager of package.json names
struct BunVersion {
  let tools: ProjectTools
  let toolchain: Toolchain

  /// The version whose locks are written.
  static let measured = Version(1, 4, 4)

  /// The version with the file that names it: the repository's, the operator's, else the measured one.
  var tool: ToolVersion {
    if let stated = tools[.bun, weakest: .versionFile], let version = stated.version {
      return tool(version, from: stated.origin)
    }
    if let version = toolchain.stated(.bun).flatMap({ Version($0) }) {
      return tool(version, from: ToolVersion.operatorsFile)
    }
    return tool(Self.measured, from: nil)
  }

  private func tool(_ version: Version, from origin: String?) -> ToolVersion {
    let isNewer = version > Self.measured
    return ToolVersion(
      "Bun", version.description, from: origin,
      remark: isNewer ? "not measured; locks are written as by Bun \(Self.measured)" : nil)
  }
}
