import Ecosystem
import Text

extension CarthageProject {
  func reading(_ tree: SourceTree) async throws(Problem) -> CarthageProject {
    try await CarthageProject(project, in: tree, library)
  }

  /// Checks by parsing again that an edit changed the intended requirements and nothing else.
  func prove(_ plan: CarthagePlan, since before: CarthageProject) throws(Problem) {
    let isSame =
      entries.count == before.entries.count
      && zip(before.entries.map(\.entry), entries.map(\.entry)).allSatisfy { old, new in
        let target = plan.targets[new.origin]
        return old.origin == new.origin
          && (target.map(new.requirement.isSatisfied(by:)) ?? true)
          && (target != nil || old.requirement == new.requirement)
      }
    guard isSame else {
      throw Problem(
        .refused, "can't be edited without changing something else", subject: project.manifest)
    }
  }

  /// The requirement of a line as it is written.
  func text(of entry: Cartfile.Entry, in file: String) -> String {
    files.first { $0.file == file }.map { $0[entry.requirementRange] } ?? ""
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
