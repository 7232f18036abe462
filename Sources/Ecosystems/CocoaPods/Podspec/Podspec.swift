import Text
import Ecosystem

/// A podspec with its subspecs, as CocoaPods evaluates it.
struct Podspec: Sendable {
  /// What a spec is for.
  enum Kind: Hashable, Sendable {
    case library, test, app
  }

  /// The pod itself, or one of its subspecs.
  struct Spec: Sendable {
    /// The whole name: `Firebase/Core`.
    var name: String
    var parent: Int?
    var kind = Kind.library
    /// Everything but the subspecs.
    var attributes: SpecTable
    /// The subspecs in order.
    var children: [Int] = []

    /// The last part of the name.
    var base: String { attributes["name"]?.printed ?? "" }
  }

  /// The pod itself, then its subspecs; every parent precedes its children.
  private(set) var specs: [Spec]
  /// The pod's version.
  let version: PodVersion
  /// The file, for messages.
  let file: String
  /// Whether subspecs also have the dependencies of their parents; false if each lists all of its own.
  var inheritsDependencies = true

  /// The pod's name.
  var name: String { specs[0].name }

  /// Takes the attributes of evaluated specs.
  ///
  /// - Throws: a failure if a name, a version or a platform is missing or malformed.
  init(specs: [Spec], file: String) throws(Problem) {
    self.specs = specs
    self.file = file
    guard let root = specs.first, !root.name.isEmpty else {
      throw Problem(.failed, "has no name", subject: file)
    }
    guard let text = root.attributes["version"]?.printed, let version = PodVersion(text),
      !version.text.isEmpty
    else { throw Problem(.failed, "has no valid version", subject: file) }
    self.version = version
    for index in specs.indices {
      for (_, target) in platformTable(index) where target.flatMap({ PodVersion($0) }) == nil {
        if target == nil { continue }
        throw Problem(
          .failed, "has a malformed deployment target", subject: "\(file): \(target ?? "")")
      }
    }
  }

  /// Takes the content of a `podspec.json`.
  init(attributes: SpecTable, file: String) throws(Problem) {
    var specs: [Spec] = []
    try Self.add(attributes, .library, parent: nil, to: &specs, file)
    try self.init(specs: specs, file: file)
  }

  /// The nesting of subspecs that is read.
  private static let depthLimit = 16

  private static func add(
    _ table: SpecTable, _ kind: Kind, parent: Int?, to specs: inout [Spec], _ file: String,
    depth: Int = 0
  ) throws(Problem) {
    guard depth < depthLimit else {
      throw Problem(.refused, "nests subspecs too deep", subject: file)
    }
    var own = table
    for key in ["subspecs", "testspecs", "appspecs"] { own[key] = nil }
    let base = own["name"]?.printed ?? ""
    let isTest = own["test_type"].map { $0 != .null } ?? false
    let index = specs.count
    specs.append(
      Spec(
        name: parent.map { "\(specs[$0].name)/\(base)" } ?? base, parent: parent,
        kind: isTest ? .test : kind == .test ? .library : kind, attributes: own))
    if let parent { specs[parent].children.append(index) }
    for (key, kind) in [("subspecs", Kind.library), ("testspecs", .test), ("appspecs", .app)] {
      for case .table(let child) in table[key]?.elements ?? [] {
        try add(child, kind, parent: index, to: &specs, file, depth: depth + 1)
      }
    }
  }

  /// Finds a spec by its whole name; nil if the pod has none.
  func index(of name: String) -> Int? {
    let parts = name.slashParts(omittingEmptySubsequences: false)
    guard let first = parts.first, first == self.name else { return nil }
    var index = 0
    for part in parts.dropFirst() {
      guard let next = specs[index].children.first(where: { specs[$0].base == part }) else {
        return nil
      }
      index = next
    }
    return index
  }
}

extension Podspec {
  /// The platforms that a spec itself names, with their deployment targets.
  private func platformTable(_ index: Int) -> [(name: String, target: String?)] {
    switch specs[index].attributes["platforms"] {
    case .text(let name)?: [(name, nil)]
    case .list(let names)?: names.compactMap(\.printed).map { ($0, nil) }
    case .table(let table)?: table.pairs.map { ($0.key, $0.value.printed) }
    default: []
    }
  }

  private func platformNames(_ index: Int) -> [String] {
    let own = platformTable(index).map(\.name)
    guard own.isEmpty, let parent = specs[index].parent else { return own }
    return platformNames(parent)
  }

  private func deploymentTarget(_ index: Int, _ name: String) -> String? {
    let own = platformTable(index).first { $0.name == name }?.target
    return own ?? specs[index].parent.flatMap { deploymentTarget($0, name) }
  }

  /// The platforms that a spec supports; all of them if it names none.
  func platforms(_ index: Int) -> [PodPlatform] {
    let named = platformNames(index)
    return (named.isEmpty ? PodPlatform.names : named).map { name in
      PodPlatform(name, deploymentTarget(index, name).flatMap { PodVersion($0) })
    }
  }
}

extension Podspec {
  /// What a spec needs, on one platform or on all that it supports.
  ///
  /// - Throws: a failure if a requirement is malformed.
  func dependencies(
    _ index: Int, on platform: PodPlatform? = nil
  ) throws(Problem) -> [PodDependency] {
    var result: [PodDependency] = []
    if let platform {
      result = try ownDependencies(index, platform.name)
    } else {
      var seen: Set<PodDependency> = []
      for platform in platforms(index) {
        result += try ownDependencies(index, platform.name).filter { seen.insert($0).inserted }
      }
    }
    return result + defaultSubspecs(index, platform)
  }

  /// The `dependency` lines of a spec and its parents, without the default subspecs.
  func ownDependencies(_ index: Int, _ platform: String) throws(Problem) -> [PodDependency] {
    var result: [PodDependency] = []
    for (name, texts) in requirements(index, platform) {
      guard let requirement = PodRequirement(texts) else {
        throw Problem(
          .failed, "has a malformed requirement on \(name)",
          subject: "\(specs[index].name): \(file)"
        )
      }
      result.append(PodDependency(name, requirement))
    }
    return result
  }

  /// The clauses by name: those of the parents first, and of each spec the common ones first.
  private func requirements(_ index: Int, _ platform: String) -> [(String, [String])] {
    var order: [String] = []
    var clauses: [String: [String]] = [:]
    func add(_ value: SpecValue?) {
      for (name, value) in value?.table?.pairs ?? [] {
        if clauses[name] == nil { order.append(name) }
        clauses[name, default: []] += value.elements.compactMap(\.printed)
      }
    }
    for spec in inheritsDependencies ? ancestors(of: index).reversed() : [index] {
      add(specs[spec].attributes["dependencies"])
      add(specs[spec].attributes[platform]?.table?["dependencies"])
    }
    return order.map { ($0, clauses[$0] ?? []) }
  }

  private func ancestors(of index: Int) -> [Int] {
    var result = [index]
    while let parent = specs[result[result.count - 1]].parent { result.append(parent) }
    return result
  }

  /// The subspecs that come with a spec: its default ones, or otherwise all libraries.
  private func defaultSubspecs(_ index: Int, _ platform: PodPlatform?) -> [PodDependency] {
    let spec = specs[index]
    let named =
      (spec.attributes["default_subspecs"] ?? spec.attributes["default_subspec"])?
      .elements.compactMap(\.printed) ?? []
    if named.first == "none" { return [] }
    var chosen = named.compactMap { self.index(of: "\(spec.name)/\($0)") }
    if named.isEmpty { chosen = spec.children.filter { specs[$0].kind == .library } }
    if let platform {
      chosen = chosen.filter { platforms($0).contains(where: platform.supports) }
    }
    return chosen.map { PodDependency(specs[$0].name, PodRequirement(exactly: version)) }
  }

  /// The versions of CocoaPods that can install the pod.
  var cocoapodsRequirement: PodRequirement? {
    let texts = specs[0].attributes["cocoapods_version"]?.elements.compactMap(\.printed) ?? []
    return texts.isEmpty ? nil : PodRequirement(texts)
  }
}

extension Podspec.Spec {
  /// The attributes as CocoaPods writes them: completed, and with the subspecs at the end.
  func hash(in podspec: Podspec, _ style: PodspecStyle) -> SpecTable {
    var result = attributes
    let index = podspec.index(of: name) ?? 0
    let platforms = podspec.platforms(index, style)
    if parent == nil || parent.map({ podspec.platforms($0, style) }) != platforms {
      let pairs = platforms.map { ($0.name, $0.target.map { SpecValue.text($0.text) } ?? .null) }
      result["platforms"] = .table(SpecTable(pairs))
    }
    for (key, kind) in [
      ("testspecs", Podspec.Kind.test), ("appspecs", .app), ("subspecs", .library),
    ] {
      let specs = children.map { podspec.specs[$0] }.filter { $0.kind == kind }
      result[key] = nil
      guard !specs.isEmpty else { continue }
      result[key] = .list(specs.map { .table($0.hash(in: podspec, style)) })
    }
    let swift = newestSwift
    result["swift_version"] = nil
    if let swift { result["swift_version"] = .text(swift.text) }
    return result
  }

  /// The highest version of Swift that the spec names.
  private var newestSwift: PodVersion? {
    let all =
      (attributes["swift_versions"]?.elements ?? [])
      + (attributes["swift_version"]?.elements ?? [])
    return all.compactMap(\.printed).compactMap { PodVersion($0) }.max()
  }
}

extension Podspec {
  fileprivate func platforms(_ index: Int, _ style: PodspecStyle) -> [PodPlatform] {
    let all = platforms(index)
    let isImplied = platformNames(index).isEmpty
    return isImplied && !style.hasVisionOS ? all.filter { $0.name != "visionos" } : all
  }
}
