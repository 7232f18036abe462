import Ecosystem
import JSON
import JavaScript
import Text

/// The npm for which a project's lock is written, and the place that decides on it.
///
/// In this order: what the repository states about npm, the npm of the Node that it states, the
/// operator's version, the contents of the lock, and npm 10.8.2. `engines` excludes some of the
/// latter three.
struct ChosenNPM: Hashable, Sendable {
  /// The rules of the version.
  let dialect: Dialect
  /// The place that names the version; nil for the default.
  let origin: String?
  /// The place's line and column; nil for the operator's file and the lock's contents.
  var statement: ToolStatement?

  /// Decides on the version.
  ///
  /// - Parameters:
  ///   - tools: what the repository states.
  ///   - operators: the operator's version; nil if it states none.
  ///   - lock: the present lock, which hints at the version that wrote it.
  init(_ tools: ProjectTools, operators: String?, lock: Document?) {
    let own = operators.flatMap { Version($0, loose: true) }
    if let statement = tools[.npm, weakest: .versionFile] {
      self.init(statement, fallback: own ?? Dialect.standard.npm)
    } else if let node = tools[.node, weakest: .versionFile], let npm = Self.bundled(node, lock),
      !BundledNPM.isOfNewLine(node) && !node.isMoving || own == nil
    {
      self.init(dialect: Dialect(npm: npm), origin: node.origin, statement: node)
    } else if let supported = tools[.npm, weakest: .engines], let range = supported.range {
      let hint = lock.flatMap(Self.hint)
      let fits = [own, hint, Dialect.standard.npm].compactMap(\.self).filter(range.contains)
      if own != nil, fits.first == own {
        self.init(dialect: Dialect(npm: fits[0]), origin: ToolVersion.operatorsFile)
      } else if let first = fits.first, first == hint {
        self.init(dialect: Dialect(npm: first), origin: lock?.source.file)
      } else {
        self.init(supported, fallback: Dialect.standard.npm)
      }
    } else if let own {
      self.init(dialect: Dialect(npm: own), origin: ToolVersion.operatorsFile)
    } else {
      let hint = lock.flatMap(Self.hint)
      let dialect = hint.map { Dialect(npm: $0) } ?? .standard
      self.init(dialect: dialect, origin: hint == nil ? nil : lock?.source.file)
    }
  }

  private init(dialect: Dialect, origin: String?, statement: ToolStatement? = nil) {
    self.dialect = dialect
    self.origin = origin
    self.statement = statement
  }

  /// Chooses a version of a statement: the exact one, or of a range the fallback or the newest known.
  private init(_ statement: ToolStatement, fallback: Version) {
    let known = [fallback] + Dialect.newest
    let range = statement.range
    let version =
      statement.version ?? known.first { range?.contains($0) ?? false }
      ?? (0..<100).last { major in
        Range("\(major)").flatMap { range?.intersects($0) } ?? false
      }.map { Version($0, 0, 0) }
    self.init(
      dialect: Dialect(npm: version ?? Version(0, 0, 0)), origin: statement.origin,
      statement: statement)
  }

  /// Returns the npm of a stated Node, unless it could not have written the lock.
  private static func bundled(_ node: ToolStatement, _ lock: Document?) -> Version? {
    guard let npm = BundledNPM.version(for: node) else { return nil }
    // A lock says more about its npm than a name that means another Node every few months.
    if node.isMoving, lock.flatMap(hint) != nil { return nil }
    let isNewer = lock?.root["packages"] != nil
    return npm.major < 7 && isNewer ? nil : npm
  }

  /// Returns the newest version that could have written a lock; nil without a hint.
  ///
  /// Locks of npm 11 can have `libc`, and those of npm 7 to 10.7 have no licenses. A small lock can
  /// have none by chance.
  private static func hint(_ lock: Document) -> Version? {
    guard let packages = lock.root["packages"]?.members else { return nil }
    var count = 0
    var hasLicenses = false
    for entry in packages where !entry.key.isEmpty {
      if entry.value["libc"] != nil { return Dialect.newest[0] }
      hasLicenses = hasLicenses || entry.value["license"] != nil
      count += 1
    }
    if count < 20 || hasLicenses { return nil }
    return lock.root["lockfileVersion"]?.int == 2 ? Version(8, 19, 4) : Version(9, 9, 4)
  }

  /// Refuses a version whose rules aren't known.
  func requireModeled() throws(Problem) {
    if dialect.isSupported { return }
    let known = Dialect.newest.map(\.description).joined(separator: ", ")
    throw Problem(
      .refused, "is a version of npm whose lock files martlet does not write",
      subject: "npm \(statement?.tool == .npm ? statement?.text ?? "" : dialect.npm.description)",
      at: statement?.location,
      advice:
        "known are npm 8 to 11; set packageManager, or toolchains of the operator's file, to \(known)"
    )
  }
}

extension ChosenNPM {
  /// The versions for reports: npm, and Node with which `engines` of packages are compared.
  func toolVersions(_ engines: Engines) -> [ToolVersion] {
    [
      ToolVersion("npm", dialect.npm.description, from: described, remark: remark),
      engines.toolVersion,
    ]
  }

  /// Says that the npm of a stated Node isn't known, or that the rules of the npm aren't.
  private var remark: String? {
    if dialect.isSupported, !dialect.isModeled {
      return "not measured; locks are written as by the nearest version that is"
    }
    guard let statement, statement.tool == .node else { return nil }
    let name = "Node \(statement.isMoving ? statement.text : statement.range?.text ?? "")"
    if statement.isMoving {
      return "\(statement.text) means other versions later, so this is not measured"
    }
    return BundledNPM.isKnown(statement)
      ? nil : "the npm of \(name) is not known, this is the nearest known one"
  }

  private var described: String? {
    guard let statement else { return origin }
    let source = "\(statement.origin):\(statement.location.line)"
    let node = statement.isMoving ? statement.text : statement.range?.text ?? ""
    return statement.tool == .npm ? source : "\(source) (Node \(node))"
  }
}
