import Ecosystem
import Text
import Versioning

/// What a goal changes: which pins move, to which tags, and which requirements are edited.
struct CarthagePlan {
  /// The names for `carthage update`; nil for all.
  var names: Set<String>?
  /// The tags that must be chosen.
  var targets: [CarthageOrigin: String] = [:]
  /// The largest steps of dependencies without a target.
  var levels: [CarthageOrigin: Step] = [:]
  /// The largest step of every dependency.
  var level: Step?
  /// Whether versions that need a missing repository are left out, as for a pull request.
  var leavesOutMissing = false
  /// The edits of the Cartfiles.
  var replacements: [Replacement] = []

  /// Adds a dependency to update.
  ///
  /// - Parameters:
  ///   - origin: the dependency.
  ///   - tag: the tag that it must have; nil for the newest that its requirement accepts.
  ///   - options: how its requirement may change.
  ///   - project: the project with its Cartfiles.
  /// - Throws: a problem if the requirement must not or can't be edited.
  mutating func add(
    _ origin: CarthageOrigin, _ tag: String?, _ options: UpdateOptions,
    to project: CarthageProject
  ) throws(Problem) {
    names?.insert(origin.name)
    guard let tag else {
      levels[origin] = options.strict ? options.level : nil
      return
    }
    targets[origin] = tag
    guard let (entry, file) = project.entry(of: origin),
      let text = try entry.requirement.edited(
        toAccept: tag, options, written: project.text(of: entry, in: file), at: entry.location)
    else { return }
    replacements.append(Replacement(file: file, range: entry.requirementRange, text: text))
  }

  /// Leaves out versions that a target or a level excludes.
  func narrow(_ metadata: inout CarthageMetadata, _ pins: [CarthageOrigin: String]) {
    for (origin, tag) in targets where metadata.versions[origin] != nil {
      metadata.versions[origin] = metadata.versions[origin]?.filter { $0 == tag }
    }
    for (origin, versions) in metadata.versions {
      guard let level = levels[origin] ?? level,
        let current = pins[origin].flatMap({ CarthageVersion($0) })
      else { continue }
      metadata.versions[origin] = versions.filter { tag in
        guard let version = CarthageVersion(tag) else { return true }
        return version.isWithin(level, of: current)
      }
    }
  }
}

extension CarthageProject {
  /// The requirement of a line as it is written.
  func text(of entry: Cartfile.Entry, in file: String) -> String {
    files.first { $0.file == file }.map { $0[entry.requirementRange] } ?? ""
  }
}

extension CarthageVersion {
  fileprivate func isWithin(_ level: Step, of current: CarthageVersion) -> Bool {
    switch level {
    case .major: true
    case .minor: numbers[0] == current.numbers[0]
    case .patch: numbers[0] == current.numbers[0] && numbers[1] == current.numbers[1]
    }
  }
}

extension CarthageRequirement {
  /// Returns the text of a requirement that accepts a tag, in the style of the present one.
  ///
  /// Operator, spacing and the number of components stay: `~> 5.4` becomes `~> 6.0` for `v6.0.1`,
  /// `"v1.2"` becomes `"v1.3"`.
  ///
  /// - Returns: nil if the requirement stays as it is.
  /// - Throws: a problem if it must not or can't be edited.
  func edited(
    toAccept tag: String, _ options: UpdateOptions, written: String, at location: Location
  ) throws(Problem) -> String? {
    let raises = options.strategy == .increase || options.raises
    if case .reference(let name) = self {
      guard name != tag else { return nil }
      guard CarthageVersion(name) != nil else {
        throw Problem(
          .refused, "follows a branch or a commit, not versions", subject: written, at: location)
      }
      return "\"\(tag)\""
    }
    let isSatisfied = isSatisfied(by: tag)
    guard let version = CarthageVersion(tag), self != .any || !isSatisfied,
      !isSatisfied || (raises && options.strategy != .lockfileOnly)
    else { return nil }
    guard options.strategy != .lockfileOnly else {
      throw Problem(
        .usage, "is outside the requirement, which must not be edited",
        subject: "\(tag) \(written)", at: location)
    }
    guard case .any = self else { return replaced(by: version, in: written) }
    throw Problem(
      .refused, "is a pre-release, and the line has no requirement that could name it",
      subject: tag, at: location)
  }

  private func replaced(by version: CarthageVersion, in written: String) -> String? {
    let start = written.firstIndex { "0123456789".contains($0) } ?? written.endIndex
    let components = written[start...].split(separator: ".").count
    var number = version.withoutBuild.description
    if case .exactly = self { number = version.description }
    let canShorten = !version.isPrerelease && number == version.withoutBuild.description
    var isExact = false
    if case .exactly = self { isExact = true }
    if components == 2, canShorten, !isExact || version.numbers[2] == 0 {
      number = version.numbers.prefix(2).map(String.init).joined(separator: ".")
    }
    let result = written[..<start] + number
    return result == written ? nil : String(result)
  }
}
