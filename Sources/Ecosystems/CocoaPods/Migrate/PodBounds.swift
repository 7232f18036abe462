import Ecosystem

/// The versions that the lines of a pod accept, without CocoaPods' notation.
///
///     ~> 5.9              5.9 up to 6.0
///     ~> 5.9.1            5.9.1 up to 5.10
///     >= 1.2, < 3         1.2 up to 3
///     :branch => 'main'   the branch
struct PodBounds {
  /// The versions that all lines accept.
  let requirement: MigrationRequirement

  /// Intersects the requirements of all lines.
  init(_ dependencies: [PodDependency]) {
    if let external = dependencies.lazy.compactMap(\.external).first {
      requirement = Self.requirement(of: external)
      return
    }
    let clauses = dependencies.map(\.requirement).filter { !$0.isAny }.flatMap(\.clauses)
    requirement = Self.requirement(of: clauses)
  }

  private static func requirement(of external: ExternalSource) -> MigrationRequirement {
    if let tag = external["tag"] { return .exact(tag) }
    if let branch = external["branch"] { return .branch(branch) }
    if let commit = external["commit"] { return .commit(commit) }
    return external["podspec"] == nil ? .other : .any
  }

  private static func requirement(of clauses: [PodRequirement.Clause]) -> MigrationRequirement {
    var lower: PodVersion?
    var upper: PodVersion?
    for clause in clauses {
      let version = clause.version
      switch clause.operation {
      case "=": return .exact(version.text)
      case ">=": lower = max(lower ?? version, version)
      case "<": upper = min(upper ?? version, version)
      case "~>":
        guard let end = version.end else { return .other }
        lower = max(lower ?? version, version)
        upper = min(upper ?? end, end)
      case "<=":
        guard let end = version.following else { return .other }
        upper = min(upper ?? end, end)
      default: return .other
      }
    }
    guard lower != nil || upper != nil else { return .any }
    return .range(from: lower?.text, upTo: upper?.text)
  }
}

extension PodVersion {
  private var parts: [Int]? {
    let core = text.prefix { $0 != "-" && $0 != "+" }
    let parts = core.split(separator: ".", omittingEmptySubsequences: false)
    // Words such as `beta` in `1.0.beta` end the numbers.
    let numbers = parts.prefix { $0.allSatisfy(\.isNumber) }.compactMap { Int($0) }
    return numbers.isEmpty || numbers.count < parts.count && !isPrerelease ? nil : numbers
  }

  /// The first version that `~>` excludes: 2.0 for 1.2, 1.3 for 1.2.3.
  fileprivate var end: PodVersion? {
    guard var numbers = parts, numbers.allSatisfy({ $0 < Int.max }) else { return nil }
    if numbers.count > 1 { numbers.removeLast() }
    numbers[numbers.count - 1] += 1
    while numbers.count < 2 { numbers.append(0) }
    return PodVersion(numbers.map(String.init).joined(separator: "."))
  }

  /// The next patch version: 1.2.4 for 1.2.3.
  fileprivate var following: PodVersion? {
    guard var numbers = parts, numbers.count <= 3, !isPrerelease else { return nil }
    while numbers.count < 3 { numbers.append(0) }
    guard numbers[2] < Int.max else { return nil }
    numbers[2] += 1
    return PodVersion(numbers.map(String.init).joined(separator: "."))
  }
}
