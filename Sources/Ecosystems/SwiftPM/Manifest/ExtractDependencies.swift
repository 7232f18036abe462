import SwiftSources
import Text

/// Declared dependencies, with the places of their requirements.
extension Extraction {
  func dependencies(of package: Made) throws(ManifestError) -> [PackageDependency] {
    var result: [PackageDependency] = []
    for value in try objects("dependencies", of: package, as: "Package.Dependency") {
      guard let made = value.made, made.name == "package" else {
        throw value.made.map { refusal("the dependency `.\($0.name)` is not known", $0) }
          ?? refusal("a dependency is not known", package)
      }
      if let uncertainty = made.uncertainty { throw uncertainty }
      result.append(try dependency(made))
    }
    return result
  }

  func dependency(_ made: Made) throws(ManifestError) -> PackageDependency {
    let alias = try optionalString("name", of: made)
    if alias != nil { try require(ToolsVersion(5, 2), for: "name:", made) }
    if made["traits"] != nil { try require(ToolsVersion(6, 1), for: "traits:", made) }
    var result = PackageDependency(
      source: try source(of: made), alias: alias, traits: try traitUses(of: made),
      range: made.range)
    if case .path = result.source { return result }
    let (requirement, site) = try requirement(of: made)
    result.requirement = requirement
    result.site = site
    return result
  }

  private func source(of made: Made) throws(ManifestError) -> PackageDependency.Source {
    if let url = made["url"] { return .url(try string(url, "a dependency's URL", made)) }
    if let path = made["path"] { return .path(try string(path, "a dependency's path", made)) }
    guard let id = made["id"] else { throw refusal("a dependency has no location", made) }
    try require(ToolsVersion(5, 7), for: "id:", made)
    return .registry(try string(id, "a dependency's identity", made))
  }

  private func traitUses(of made: Made) throws(ManifestError) -> [PackageDependency.TraitUse]? {
    guard made["traits"] != nil else { return nil }
    var result: [PackageDependency.TraitUse] = []
    for value in try list("traits", of: made) {
      if let name = value.string {
        result.append(PackageDependency.TraitUse(name: name))
      } else if let trait = value.made {
        let isDefault = trait.name == "default" || trait.name == "defaults"
        let name =
          isDefault
          ? "default" : try string(trait["name"] ?? trait.unlabelled ?? .none, "a trait", trait)
        let condition = try trait["condition"]?.made.map { when throws(ManifestError) in
          Set(try strings("traits", of: when))
        }
        result.append(PackageDependency.TraitUse(name: name, condition: condition))
      }
    }
    return result
  }

  private func requirement(
    of made: Made
  ) throws(ManifestError) -> (Requirement, RequirementSite) {
    if let value = made["from"] { return try single(.from, value, made) }
    for (label, form, since) in Self.labels {
      guard let value = made[label] else { continue }
      try require(since, for: "\(label):", made)
      return try single(form, value, made)
    }
    guard let value = made.unlabelled else {
      throw ManifestError(
        .malformed, "declares a dependency without a requirement", at: made.range.lowerBound)
    }
    return try unlabelled(value, made)
  }

  private static let labels: [(String, RequirementSite.Form, ToolsVersion)] = [
    ("exact", .exact, ToolsVersion(5, 6)), ("branch", .branch, ToolsVersion(5, 5)),
    ("revision", .revision, ToolsVersion(5, 5)),
  ]

  /// Reads a requirement without a label, such as `.upToNextMajor(from: "1.0.0")` or a range.
  func unlabelled(
    _ value: Value, _ made: Made
  ) throws(ManifestError) -> (Requirement, RequirementSite) {
    if case .range(let low, let high, let isClosed) = value {
      return try range(low, high, isClosed: isClosed, made)
    }
    guard let call = value.made else {
      throw value.uncertainty ?? refusal("a requirement is not known", made)
    }
    if call.name == "range", let low = call["from"], let high = call["to"] {
      return try range(low, high, isClosed: false, call)
    }
    let forms: [String: RequirementSite.Form] = [
      "upToNextMajor": .upToNextMajor, "upToNextMinor": .upToNextMinor, "exact": .exact,
      "branch": .branch, "revision": .revision, "exactItem": .exact, "branchItem": .branch,
      "revisionItem": .revision,
    ]
    guard let form = forms[call.name], let argument = call["from"] ?? call.unlabelled else {
      throw refusal("the requirement `.\(call.name)` is not known", call)
    }
    return try single(form, argument, call)
  }

  private func single(
    _ form: RequirementSite.Form, _ value: Value, _ made: Made
  ) throws(ManifestError) -> (Requirement, RequirementSite) {
    if form == .branch || form == .revision {
      let name = try string(value, "a branch or revision", made)
      let literal = value.origin.map { RequirementSite.Literal(range: $0, style: .quoted) }
      let site = RequirementSite(form: form, lower: literal, range: literal?.range ?? made.range)
      return (form == .branch ? .branch(name) : .revision(name), site)
    }
    let (version, literal) = try self.version(value, made)
    let site = RequirementSite(form: form, lower: literal, range: literal?.range ?? made.range)
    switch form {
    case .exact: return (.exact(version), site)
    case .upToNextMinor: return (.upToNextMinor(from: version), site)
    default: return (.upToNextMajor(from: version), site)
    }
  }

  private func range(
    _ low: Value, _ high: Value, isClosed: Bool, _ made: Made
  ) throws(ManifestError) -> (Requirement, RequirementSite) {
    let (lower, first) = try version(low, made)
    let (upper, last) = try version(high, made)
    guard lower <= upper else {
      throw ManifestError(
        .malformed, "has a range whose end precedes its start",
        at: made.range.lowerBound)
    }
    let start = first?.range.lowerBound ?? made.range.lowerBound
    let end = last?.range.upperBound ?? made.range.upperBound
    let site = RequirementSite(
      form: isClosed ? .closed : .halfOpen, lower: first, upper: last,
      range: start..<max(start, end))
    let range = Requirement.range(VersionRange(lower, upTo: upper))
    return (isClosed ? .closed(lower, upper) : range, site)
  }

  /// A version with its literal: `"1.2.3"`, `Version("1.2.3")` or `Version(1, 2, 3)`.
  private func version(
    _ value: Value, _ made: Made
  ) throws(ManifestError) -> (SemanticVersion, RequirementSite.Literal?) {
    if let text = value.string {
      guard let version = SemanticVersion(text) else {
        throw ManifestError(
          .malformed, "has `\(text)` instead of a version",
          at: value.origin?.lowerBound ?? made.range.lowerBound)
      }
      return (version, value.origin.map { RequirementSite.Literal(range: $0, style: .quoted) })
    }
    guard let call = value.made, call.name == "Version" || call.name == "init" else {
      throw value.uncertainty ?? refusal("a version is not known", made)
    }
    if let text = call["stringLiteral"] ?? call.unlabelled, text.string != nil {
      return try version(text, call)
    }
    return try numbers(of: call)
  }

  private func numbers(
    of call: Made
  ) throws(ManifestError) -> (SemanticVersion, RequirementSite.Literal?) {
    let numbers = call.fields.prefix { $0.label == nil }.compactMap { field -> Int? in
      if case .number(let number) = field.value { Int(exactly: number) } else { nil }
    }
    guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }) else {
      throw refusal("a version is not known", call)
    }
    let prerelease = try strings("prereleaseIdentifiers", of: call)
    let build = try strings("buildMetadataIdentifiers", of: call)
    let version = SemanticVersion(
      numbers[0], numbers[1], numbers[2], prerelease: prerelease,
      build: build.isEmpty ? nil : build.joined(separator: "."))
    let isPlain = call.fields.count == 3
    let literal = call.arguments.map { RequirementSite.Literal(range: $0, style: .numbers) }
    return (version, isPlain ? literal : nil)
  }
}

extension Value {
  /// The location of a text that is one literal.
  var origin: Range<Int>? {
    if case .string(_, let origin) = self { origin } else { nil }
  }
}
