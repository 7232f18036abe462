import Ecosystem
import JavaScript
import Text

/// Decides which line of Yarn, and which version, a project uses.
///
///     Yarn 4.9.2, as the format of yarn.lock says.
///
/// The newest known release is 4.18.0. A newer release of Yarn 4 counts as that one, because its
/// lock has the same format or is refused. Yarn 5 is refused: nothing says what its locks contain.
struct YarnLine {
  let project: Project
  let tools: ProjectTools
  let lock: SourceText?
  let rc: BerrySettings?
  let toolchain: Toolchain

  /// The newest version of each line whose locks are written.
  private static let classic = "1.22.22"
  private static let newest = "4.18.0"
  /// The newest known versions of Yarn that write the formats of locks.
  private static let formats = ["1": classic, "6": "3.8.7", "8": "4.9.2", "10": newest]

  /// The origin of a version that only the format of the lock says.
  static let byFormat = "the format of yarn.lock"

  /// A line of Yarn, and the version with the file that names it.
  struct Choice {
    var line: YarnSources.Line
    var tool: ToolVersion
  }

  /// Returns the line with its version.
  ///
  /// A version in the repository counts first; then the operator's, if it writes the format of the
  /// lock; then the newest that does.
  /// - Throws: a refusal if lock and version don't belong together, which is a migration.
  func choice() throws(Problem) -> Choice {
    let format = lockFormat
    if let stated = try stated(), let version = stated.version {
      return try choice(version, from: stated.origin, format)
    }
    if let version = toolchain.stated(.yarn).flatMap({ Version($0) }),
      format.map({ Self.writes(version, $0) }) ?? true
    {
      return try choice(version, from: ToolVersion.operatorsFile, format)
    }
    guard let format else {
      return try choice(Version(rc == nil ? Self.classic : Self.newest), from: nil, nil)
    }
    guard let text = Self.formats[format] else {
      throw refusal("is a lock of a format that martlet doesn't write")
    }
    return try choice(Version(text), from: Self.byFormat, format)
  }

  private func choice(
    _ version: Version?, from origin: String?, _ format: String?
  ) throws(Problem) -> Choice {
    guard let version else { throw Problem(.failed, "has no version of Yarn to use") }
    let known = [Self.classic, "3.8.7", Self.newest].compactMap { Version($0) }
      .first { $0.major == version.major }
    let tool = ToolVersion(
      "Yarn", version.description, from: origin,
      remark: known.flatMap {
        version > $0 ? "not measured; locks are written as by Yarn \($0)" : nil
      }
    )
    return Choice(line: try line(version, format), tool: tool)
  }

  private func line(_ version: Version, _ format: String?) throws(Problem) -> YarnSources.Line {
    if version.major == 1 {
      guard format == nil || format == "1" else {
        throw refusal("is a lock that Yarn \(version) doesn't read")
      }
      return .classic
    }
    guard version >= Version(3, 2, 0), version.major <= 4 else {
      throw refusal("belongs to Yarn \(version), whose locks martlet doesn't write")
    }
    guard format == nil || Self.writes(version, format ?? "") else {
      throw refusal("has another format than the locks of Yarn \(version)")
    }
    return .berry(version)
  }

  /// Whether a version writes a format without a migration.
  private static func writes(_ version: Version, _ format: String) -> Bool {
    switch format {
    case "1": version.major == 1
    case "6": version >= Version(3, 2, 0) && version.major == 3
    case "8": version.major == 4 && version < Version(4, 15, 0)
    case "10": version.major == 4 && version >= Version(4, 15, 0)
    default: false
    }
  }

  /// `1` for Yarn 1, or else `__metadata.version`; nil for an empty lock.
  private var lockFormat: String? {
    guard let lock, !lock.string.trimmed.isEmpty else { return nil }
    let start = String(decoding: lock.bytes.prefix(4096), as: UTF8.self)
    guard let metadata = start.firstRange(of: "__metadata:") else { return "1" }
    let rest = start[metadata.upperBound...]
    guard let key = rest.firstRange(of: "version:") else { return "" }
    return String(rest[key.upperBound...].drop { $0 == " " }.prefix { $0.isNumber })
  }

  /// The statement of the repository that names a version.
  ///
  /// - Throws: a refusal if `yarnPath` leads to a file whose name has no version.
  private func stated() throws(Problem) -> ToolStatement? {
    if let path = tools.statements.first(where: { $0.tool == .yarn && $0.source == .yarnPath }),
      path.version == nil
    {
      throw Problem(
        .refused, "is a file of unknown content that runs instead of Yarn", subject: path.text,
        at: path.location)
    }
    return tools[.yarn, weakest: .versionFile]
  }

  private func refusal(_ message: String) -> Problem {
    Problem(
      .refused, message, subject: project.lock ?? project.manifest,
      at: Location(file: project.lock ?? project.manifest, line: 1, column: 1))
  }
}
