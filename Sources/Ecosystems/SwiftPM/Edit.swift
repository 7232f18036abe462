import Ecosystem
import Text

/// Rewrites requirements in place, in the form in which they are written.
struct RequirementEdit {
  let version: SemanticVersion
  let strategy: VersioningStrategy

  /// The replacements that let a dependency take a version, in every file that declares it.
  func replacements(
    for identity: PackageIdentity, in contents: Contents
  ) throws(Problem) -> [Replacement] {
    var result: [Replacement] = []
    for declaration in contents.declarations where declaration.dependency.identity == identity {
      guard let requirement = declaration.dependency.requirement else { continue }
      let isIn = requirement.contains(version)
      if isIn && (strategy != .increase || !requirement.isVersioned) { continue }
      result += try replacements(declaration)
    }
    result += try alternatives(for: identity, in: contents)
    if !result.isEmpty, let other = contents.unread.first { throw other }
    // One literal may serve several declarations.
    var seen: Set<Replacement> = []
    return result.filter { seen.insert($0).inserted }
  }

  /// What code that is not run here says of the package, such as the other branch of an `#if`.
  private func alternatives(
    for identity: PackageIdentity, in contents: Contents
  ) throws(Problem) -> [Replacement] {
    var result: [Replacement] = []
    for other in contents.alternatives where other.dependency.identity == identity {
      guard let requirement = other.dependency.requirement else {
        throw refusal("is declared a second time, in code that is not evaluated here", other)
      }
      guard requirement.isVersioned, !requirement.contains(version) || strategy == .increase else {
        continue
      }
      result += try replacements(other)
    }
    return result
  }

  private func replacements(
    _ declaration: Contents.Declaration
  ) throws(Problem) -> [Replacement] {
    let name = declaration.dependency.identity.description
    guard strategy != .lockfileOnly else {
      throw Problem(
        .usage, "is outside the requirement, which must not be edited",
        subject: "\(name) \(version)")
    }
    guard let site = declaration.dependency.site, site.form != .branch, site.form != .revision
    else {
      throw refusal("follows a branch or a commit, not versions", declaration)
    }
    guard case .range(let range)? = declaration.dependency.requirement, site.upper != nil else {
      return [try replace(site.lower, by: version, declaration)]
    }
    if version < range.lower { return [try replace(site.lower, by: version, declaration)] }
    var result = [try replace(site.upper, by: upperBound(of: range, site.form), declaration)]
    if strategy == .increase {
      result.append(try replace(site.lower, by: version, declaration))
    }
    return result
  }

  /// The smallest bound of the old one's kind that lets the version in.
  private func upperBound(
    of range: VersionRange, _ form: RequirementSite.Form
  ) -> SemanticVersion {
    if form == .closed || range.contains(version) {
      return range.contains(version) ? range.upper : version
    }
    if range.upper.minor == 0 && range.upper.patch == 0 {
      return SemanticVersion(version.major.advancedSafely, 0, 0)
    }
    if range.upper.patch == 0 {
      return SemanticVersion(version.major, version.minor.advancedSafely, 0)
    }
    return SemanticVersion(version.major, version.minor, version.patch.advancedSafely)
  }

  private func replace(
    _ literal: RequirementSite.Literal?, by version: SemanticVersion,
    _ declaration: Contents.Declaration
  ) throws(Problem) -> Replacement {
    guard let literal else {
      throw refusal("has a requirement that is put together and cannot be edited", declaration)
    }
    let text: String
    switch literal.style {
    case .quoted: text = "\"\(version)\""
    case .bare:
      text = version.isPrerelease || version.build != nil ? "\"\(version)\"" : "\(version)"
    case .numbers:
      guard !version.isPrerelease, version.build == nil else {
        throw refusal("has its version as three numbers", declaration)
      }
      text = "\(version.major), \(version.minor), \(version.patch)"
    }
    return Replacement(file: declaration.text.file, range: literal.range, text: text)
  }

  private func refusal(_ message: String, _ declaration: Contents.Declaration) -> Problem {
    Problem(
      .refused, message, subject: declaration.dependency.identity.description,
      at: declaration.text.location(at: declaration.dependency.range.lowerBound))
  }
}

extension SwiftPMProject {
  func reading(_ tree: SourceTree) async throws(Problem) -> SwiftPMProject {
    SwiftPMProject(
      ecosystem: ecosystem,
      contents: try await ContentsReader(tree: tree, tools: tools).read(project), tree: tree,
      swift: swift)
  }

  func prove(_ plan: SwiftPlan, since before: SwiftPMProject) throws(Problem) {
    guard !plan.replacements.isEmpty else { return }
    try EditProof(before: before.contents, after: contents, intended: plan.wanted).check()
  }
}

/// Parses the edited text and checks that only the intended values changed.
struct EditProof {
  let before: Contents
  let after: Contents
  let intended: [PackageIdentity: SemanticVersion]

  func check() throws(Problem) {
    guard before.declarations.count == after.declarations.count,
      before.alternatives.count == after.alternatives.count,
      before.roots.count == after.roots.count
    else { throw problem("would change which dependencies are declared") }
    for (old, new) in zip(before.declarations, after.declarations) {
      try check(old.dependency, new.dependency)
    }
    for (old, new) in zip(before.alternatives, after.alternatives)
    where new.dependency.requirement?.isVersioned == true {
      try check(old.dependency, new.dependency)
    }
    for (old, new) in zip(before.roots, after.roots) {
      guard old.manifest.products == new.manifest.products,
        old.manifest.targets == new.manifest.targets, old.manifest.traits == new.manifest.traits
      else { throw problem("would change more than a requirement") }
    }
  }

  private func check(_ old: PackageDependency, _ new: PackageDependency) throws(Problem) {
    guard old.source == new.source, old.alias == new.alias, old.traits == new.traits else {
      throw problem("would change a dependency's source")
    }
    if let version = intended[old.identity] {
      guard new.requirement?.contains(version) ?? true else {
        throw problem("would not let \(old.identity) \(version) in")
      }
    } else if old.requirement != new.requirement {
      throw problem("would change the requirement of \(old.identity) too")
    }
  }

  private func problem(_ message: String) -> Problem {
    Problem(.refused, "an edit " + message, subject: before.project.manifest)
  }
}
