import Ecosystem
import JSON
import JavaScript
import Text

/// Resolves a lock like Yarn 3 and 4 (`Project.resolveEverything`).
///
/// Each descriptor is resolved for itself: to its locked version, or else to the newest version that
/// fits and isn't deprecated. So the result doesn't depend on the order, and with each new set of
/// documents the resolution continues with the descriptors and packages that lacked one.
final class BerryResolver: ResumableResolution {
  let input: BerryInput
  private var findings: [BerryNeed: BerryFinding] = [:]
  private var chosen: [String: BerryPackage] = [:]
  /// The registry's choices by descriptor.
  private var locators: [String: Pattern] = [:]
  /// The locked packages by locator.
  private var locked: [String: BerryPackage] = [:]
  private var lockedResolutions: [String: String] = [:]
  private(set) var checksums: [String: String] = [:]
  /// The descriptors that are needed, with their locators.
  private(set) var resolutions: [String: (descriptor: Pattern, locator: String)] = [:]
  /// The packages as locks contain them.
  private(set) var packages: [String: BerryPackage] = [:]
  /// The descriptors that a package asks for, after extensions and replacements.
  private(set) var requests: [String: [Pattern]] = [:]
  /// The packages with extensions.
  private(set) var extended: [String: BerryPackage] = [:]
  /// The packages that patches start from.
  private(set) var sources: Set<String> = []
  /// Yarn's own patches by locator, with what they start from.
  private(set) var patches: [String: (patch: BuiltInPatch, source: Pattern)] = [:]
  private var open: [Step] = []

  // What lacks documents since the resolution was resumed.
  private var missing: [BerryNeed] = []
  private var known: Set<BerryNeed> = []
  private var waiting: [Step] = []

  private var work = Budget("steps of a resolution", 4_000_000)

  private enum Step {
    case resolve(Pattern)
    /// Reads the package of a locator.
    case visit(Pattern)
  }

  init(_ input: BerryInput) {
    self.input = input
    readLock()
    waiting = input.members.map { .resolve($0.package.locator) }
  }

  func add(_ document: BerryFinding, for need: BerryNeed) throws(Problem) -> [BerryNeed] {
    findings[need] = document
    return []
  }

  func resume() throws(Problem) -> ResolutionStep<BerrySolution, BerryNeed> {
    open = waiting.reversed()
    waiting = []
    missing = []
    known = []
    while let step = open.popLast() {
      switch step {
      case .resolve(let descriptor): try resolve(descriptor)
      case .visit(let locator): try visit(locator)
      }
    }
    if !missing.isEmpty { return .needs(missing) }
    // Checksums of patched packages need the patches.
    let solution = try solution()
    return missing.isEmpty ? .finished(solution) : .needs(missing)
  }

  private func readLock() {
    guard let lock = input.lock, input.aim != .fresh else { return }
    for entry in lock.entries where Self.isKept(entry.package.locator.range) {
      let locator = entry.package.locator.description
      locked[locator] = entry.package
      if let checksum = entry.checksum {
        let key = lock.cacheKey.map { $0 + "/" } ?? ""
        checksums[locator] = checksum.contains("/") ? checksum : key + checksum
      }
      for descriptor in entry.descriptors where !isForgotten(descriptor) {
        lockedResolutions[descriptor.description] = locator
      }
    }
  }

  /// Whether a lock's entry is used again; folders are always read.
  private static func isKept(_ reference: String) -> Bool {
    !["workspace:", "link:", "portal:", "file:", "exec:"].contains(where: reference.hasPrefix)
  }

  private func isForgotten(_ descriptor: Pattern) -> Bool {
    switch input.aim {
    case .install: return false
    case .up(let names):
      guard names.contains(descriptor.name) else { return false }
      return input.preference.moves(descriptor, locked: input.lockedVersion(of: descriptor))
    case .upAll, .fresh: return true
    }
  }

  // MARK: Descriptors

  private func resolve(_ descriptor: Pattern) throws(Problem) {
    let key = descriptor.description
    guard resolutions[key] == nil else { return }
    try work.spend(on: descriptor.name)
    if let source = Self.source(of: descriptor), try !resolveSource(source) {
      waiting.append(.resolve(descriptor))
      return
    }
    guard let locator = try candidate(for: descriptor) else {
      waiting.append(.resolve(descriptor))
      return
    }
    resolutions[key] = (descriptor, locator.description)
    try visit(locator)
  }

  /// Resolves what a patch starts from.
  ///
  /// - Returns: false if a document is missing.
  private func resolveSource(_ source: Pattern) throws(Problem) -> Bool {
    let key = Self.normalized(source).description
    try resolve(Self.normalized(source))
    guard let found = resolutions[key] else { return false }
    sources.insert(found.locator)
    return true
  }

  private static func normalized(_ pattern: Pattern) -> Pattern {
    Pattern(name: pattern.name, range: BerryRange.normalized(pattern.range))
  }

  /// Returns the package that Yarn's own patch makes of the present source; nil if it isn't known.
  private func builtIn(_ descriptor: Pattern) -> Pattern? {
    guard let (package, version) = plain(descriptor),
      let patch = BuiltInPatch(descriptor.name, version, input.yarn)
    else { return nil }
    return patched(package, version, by: patch, descriptor)
  }

  /// Returns the package that the patch of the project's release of Yarn makes; nil if the patch is missing.
  ///
  /// - Throws: a refusal if the lock doesn't prove the patch.
  private func released(_ descriptor: Pattern) throws(Problem) -> Pattern? {
    guard let (package, version) = plain(descriptor) else { throw Self.refusal(of: descriptor) }
    guard let proof = provenPatch(of: descriptor.name) else { return nil }
    let effects = try proof.get().effects(for: version, of: descriptor.name)
    let patch = BuiltInPatch(hash: effects.hash, file: effects.first?.path)
    return patched(package, version, by: patch, descriptor)
  }

  /// Returns the built-in patch of a package, or why it can't be used; nil if it is missing.
  func provenPatch(of name: String) -> Result<ProvenPatch, Problem>? {
    guard case .patch(let proof) = find(.patch(name)) else { return nil }
    return proof
  }

  /// Returns the source of a built-in patch; nil for other patches.
  private func plain(_ descriptor: Pattern) -> (package: BerryPackage, version: Version)? {
    guard descriptor.range.contains("builtin<compat/\(descriptor.name)>"),
      let source = Self.source(of: descriptor),
      let found = resolutions[Self.normalized(source).description],
      let package = packages[found.locator], package.locator.range.hasPrefix("npm:"),
      let version = package.version.flatMap({ Version($0) })
    else { return nil }
    return (package, version)
  }

  private func patched(
    _ package: BerryPackage, _ version: Version, by patch: BuiltInPatch, _ descriptor: Pattern
  ) -> Pattern {
    var package = package
    let mark = descriptor.range.firstIndex(of: "#") ?? descriptor.range.endIndex
    let start = Self.escaped(package.locator.description)
    let end = descriptor.range[mark...]
    let locator = Pattern(
      name: descriptor.name,
      range: "patch:\(start)\(end)::version=\(version)&hash=\(patch.hash)")
    patches[locator.description] = (patch, package.locator)
    package.locator = locator
    chosen[locator.description] = package
    return locator
  }

  /// Returns the locked package that Yarn's own patch makes of the present source.
  ///
  /// The patched package changes only with the version of its source.
  private func patched(_ descriptor: Pattern) -> Pattern? {
    guard descriptor.range.contains("builtin<"), let source = Self.source(of: descriptor),
      let found = resolutions[Self.normalized(source).description],
      let version = packages[found.locator]?.version
    else { return nil }
    let candidates = locked.values.filter { package in
      package.locator.name == descriptor.name && package.version == version
        && package.locator.range.hasPrefix("patch:")
        && package.locator.range.contains("builtin<")
    }
    return candidates.count == 1 ? candidates[0].locator : nil
  }

  /// Returns the descriptor that `patch:NAME@RANGE#…` starts from.
  static func source(of descriptor: Pattern) -> Pattern? {
    guard descriptor.range.hasPrefix("patch:") else { return nil }
    let text = descriptor.range.dropFirst(6).prefix { $0 != "#" }
    let plain = String(text).replacing("%3A", with: ":").replacing("%23", with: "#")
      .replacing("%25", with: "%")
    return Pattern(plain)
  }

  /// Returns the package of a descriptor; nil if a document is missing.
  private func candidate(for descriptor: Pattern) throws(Problem) -> Pattern? {
    if let package = locked[descriptor.description] { return package.locator }
    if let locator = lockedResolutions[descriptor.description], let package = locked[locator] {
      return package.locator
    }
    if let member = try member(for: descriptor) { return member.package.locator }
    let range = descriptor.range
    if range.hasPrefix("npm:") {
      return try registered(descriptor, String(range.dropFirst(4)))
    }
    if range.hasPrefix("link:") || range.hasPrefix("portal:") { return descriptor }
    if range.hasPrefix("patch:") {
      if let package = builtIn(descriptor) ?? patched(descriptor) { return package }
      return try released(descriptor)
    }
    throw Self.refusal(of: descriptor)
  }

  private static func refusal(of descriptor: Pattern) -> Problem {
    let range = descriptor.range
    let reason =
      if range.hasPrefix("patch:") {
        "is patched, and isn't in the lock with this range yet"
      } else if range.hasPrefix("exec:") {
        "is generated by code of the project"
      } else if range.hasPrefix("file:") {
        "is a folder or a tarball of the project, which Yarn packs"
      } else if range.hasPrefix("catalog:") {
        "isn't in the catalog"
      } else {
        "comes from a git repository or a tarball, and isn't in the lock yet"
      }
    return Problem(.refused, reason, subject: descriptor.description)
  }

  private func registered(_ descriptor: Pattern, _ text: String) throws(Problem) -> Pattern? {
    let key = "\(descriptor.name)@\(text)"
    if let known = locators[key] { return known }
    if !BerryRange.isValid(text), !BerryRange.isTag(text) {
      // An alias: the name in the manifest differs from the registry's.
      guard text.dropFirst().contains("@") else { throw Self.refusal(of: descriptor) }
      let real = Pattern(text)
      return try candidate(
        for: Pattern(name: real.name, range: BerryRange.normalized(real.range)))
    }
    guard PackageName(descriptor.name) != nil else {
      throw Problem(.refused, "is not a valid package name", subject: descriptor.name)
    }
    guard let packument = try packument(descriptor.name) else { return nil }
    let choice = try BerryChoice(text, of: packument, input)
    let locator = Pattern(name: descriptor.name, range: try choice.reference(input.settings))
    if chosen[locator.description] == nil {
      chosen[locator.description] = try choice.package(locator, input)
    }
    locators[key] = locator
    return locator
  }

  private func packument(_ name: String) throws(Problem) -> Packument? {
    guard case .packument(let answer) = find(.packument(name)) else { return nil }
    switch answer {
    case .success(let packument): return packument
    case .failure(let failure): throw failure.problem
    }
  }

  private func find(_ need: BerryNeed) -> BerryFinding? {
    if let finding = findings[need] { return finding }
    if known.insert(need).inserted { missing.append(need) }
    return nil
  }

  /// Returns the member of the workspace that a descriptor leads to.
  private func member(for descriptor: Pattern) throws(Problem) -> BerryInput.Member? {
    let range = descriptor.range
    let isWorkspace = range.hasPrefix("workspace:")
    let text = isWorkspace ? String(range.dropFirst(10)) : range
    if isWorkspace, !["^", "~", "*"].contains(text), !BerryRange.isValid(text) {
      let path = Paths.normalize("/" + text).dropFirst()
      let folder = path.isEmpty ? "." : String(path)
      if let member = input.members.first(where: { $0.folder == folder }) { return member }
      throw Problem(
        .unsolvable, "isn't a folder of the workspace", subject: descriptor.description)
    }
    let member = input.members.first { $0.package.locator.name == descriptor.name }
    if let member, accepts(text, isWorkspace, member) { return member }
    guard isWorkspace else { return nil }
    throw Problem(
      .unsolvable, "isn't a member of the workspace that fits", subject: descriptor.description)
  }

  private func accepts(_ text: String, _ isWorkspace: Bool, _ member: BerryInput.Member) -> Bool {
    if isWorkspace, ["^", "~", "*"].contains(text) { return true }
    let plain = text.hasPrefix("npm:") ? String(text.dropFirst(4)) : text
    guard BerryRange.isValid(plain), let range = Range(plain),
      isWorkspace || input.isTransparent && member.version != nil,
      let version = Version(member.version ?? "0.0.0")
    else { return false }
    return range.contains(version)
  }

  // MARK: Packages

  private func visit(_ locator: Pattern) throws(Problem) {
    let key = locator.description
    guard packages[key] == nil else { return }
    guard let package = try package(at: locator) else {
      waiting.append(.visit(locator))
      return
    }
    packages[key] = package
    let extended = input.extensions.extended(package)
    self.extended[key] = extended
    var descriptors: [Pattern] = []
    for dependency in extended.dependencies {
      descriptors.append(try reduced(dependency, of: locator))
    }
    if descriptors.count > 1 {
      let keys = descriptors.map { (key: $0.description, descriptor: $0) }
      descriptors = keys.sorted { ClassicLockWriter.precedes($0.key, $1.key) }.map(\.descriptor)
    }
    requests[key] = descriptors
    open += descriptors.map { .resolve($0) }
  }

  /// Returns the package of a locator; nil if a document is missing.
  private func package(at locator: Pattern) throws(Problem) -> BerryPackage? {
    let key = locator.description
    if let package = locked[key] ?? chosen[key] { return package }
    if let member = input.members.first(where: { $0.package.locator == locator }) {
      return member.package
    }
    let isPortal = locator.range.hasPrefix("portal:")
    guard isPortal || locator.range.hasPrefix("link:") else {
      throw Problem(.failed, "has no package", subject: key)
    }
    var package = BerryPackage(locator: locator)
    package.isSoft = true
    guard isPortal else { return package }
    guard let path = PortalFolder.path(of: locator) else {
      throw Problem(
        .refused, "is a folder outside of the project, or one that too many portals lead to",
        subject: key)
    }
    guard case .folder(let document) = find(.folder(path)) else { return nil }
    guard let document else {
      throw Problem(.refused, "is a folder without a package.json", subject: key)
    }
    package = BerryPackage(document.root, locator: locator)
    package.isSoft = true
    package.conditions = nil
    return normalized(package)
  }

  /// Returns a package with the protocols that the lock's format has.
  private func normalized(_ package: BerryPackage) -> BerryPackage {
    guard input.writesProtocol else { return package }
    var package = package
    package.dependencies = package.dependencies.map {
      Pattern(name: $0.name, range: BerryRange.normalized($0.range))
    }
    return package
  }

  /// Returns the descriptor of a dependency after `resolutions`, catalogs and Yarn's own patches.
  private func reduced(_ dependency: Pattern, of parent: Pattern) throws(Problem) -> Pattern {
    var result = Pattern(name: dependency.name, range: BerryRange.normalized(dependency.range))
    let rule = input.overrides.first { applies($0, to: dependency, of: parent) }
    if let rule {
      result.range = try bound(BerryRange.normalized(rule.replacement), to: root)
    }
    if result.range.hasPrefix("catalog:") {
      guard let range = input.catalogs.range(of: result.name, result.range) else {
        throw Problem(.unsolvable, "isn't in the catalog", subject: result.description)
      }
      result.range = BerryRange.normalized(range)
    }
    if BuiltInPatch.names.contains(result.name) {
      // Yarn 3 adds the protocol only when the source is resolved.
      let isPlain = !input.writesProtocol && rule == nil
      let range = isPlain ? dependency.range : result.range
      return Pattern(name: result.name, range: patch(of: result.name, Self.escaped(range)))
    }
    let written = Pattern(name: result.name, range: rule?.replacement ?? dependency.range)
    // Yarn 3 adds the protocol only if no member of the workspace fits.
    if !input.writesProtocol, try member(for: written) != nil { return written }
    return Pattern(name: result.name, range: try bound(result.range, to: parent))
  }

  /// Whether a rule of `resolutions` replaces a dependency; Yarn 3 compares ranges as written.
  private func applies(
    _ rule: BerryInput.Override, to dependency: Pattern, of parent: Pattern
  ) -> Bool {
    let isEqual = { (written: String, asked: String) in
      self.input.writesProtocol
        ? BerryRange.normalized(written) == BerryRange.normalized(asked) : written == asked
    }
    if let from = rule.from {
      guard from.name == parent.name,
        from.reference.map({ isEqual($0, parent.range) }) ?? true
      else { return false }
    }
    return rule.name == dependency.name
      && (rule.range.map { isEqual($0, dependency.range) } ?? true)
  }

  /// Escapes the marks that separate the parts of a range.
  private static func escaped(_ range: String) -> String {
    range.replacing("%", with: "%25").replacing(":", with: "%3A").replacing("#", with: "%23")
  }

  private func patch(of name: String, _ range: String) -> String {
    let mark = input.writesProtocol ? "optional!builtin" : "~builtin"
    return "patch:\(name)@\(range)#\(mark)<compat/\(name)>"
  }

  private var root: Pattern {
    input.members.first?.package.locator ?? Pattern(name: "", range: "")
  }

  /// Adds the parent to a path that is relative to it.
  private func bound(_ range: String, to parent: Pattern) throws(Problem) -> String {
    let isFolder = ["link:", "portal:", "file:", "exec:"].contains(where: range.hasPrefix)
    let isPatch = range.hasPrefix("patch:") && !range.contains("builtin<") && !range.contains("#~/")
    guard isFolder || isPatch, !range.contains("::") else { return range }
    return "\(range)::locator=\(BerryRange.encoded(parent.description))"
  }
}
