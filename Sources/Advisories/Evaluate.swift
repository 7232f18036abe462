internal import Ecosystem
internal import Versioning

extension Advisory {
  /// Whether a version of a package is affected.
  ///
  /// A version is affected if the record lists it, or if it is in any range of any block. A version
  /// or an event that the ecosystem's version order cannot parse counts as affected, so that no doubtful version is
  /// called safe.
  package func hits(_ version: String, of package: AdvisedPackage) -> Bool {
    guard !isWithdrawn else { return false }
    let order = package.ecosystem.order
    return affected.contains { block in
      package.isNamed(by: block.package)
        && (block.versions.contains(version)
          || block.ranges.contains { $0.contains(version, by: order) ?? true })
    }
  }

  /// The vulnerable functions and types of a package; empty if the record names none.
  package func symbols(of package: AdvisedPackage) -> [String] {
    affected.filter { package.isNamed(by: $0.package) }.flatMap(\.symbols)
  }

  /// The affected ranges of a package in readable form: `>= 1.0.0, < 1.2.3`; at most five.
  package func ranges(of package: AdvisedPackage) -> [String] {
    let blocks = affected.filter { package.isNamed(by: $0.package) }
    let spans = blocks.flatMap(\.ranges).flatMap { $0.spans(by: package.ecosystem.order) }
    return spans.isEmpty && blocks.contains { !$0.versions.isEmpty }
      ? ["listed versions"] : Array(spans.prefix(5))
  }
}

extension Advisory.Range {
  /// Whether a version is in the range; nil if that cannot be determined.
  ///
  /// The events are applied in the order of their versions (OSV's evaluation algorithm).
  func contains(_ version: String, by order: VersionOrder) -> Bool? {
    guard let events = sorted(by: order), order.isVersion(version) else { return nil }
    let limits = events.filter { $0.kind == .limit }
    let isBelow = { (event: Advisory.Event) in (order.compareAsOSV(version, event.version) ?? 0) < 0
    }
    if !limits.isEmpty, !limits.contains(where: isBelow) { return false }
    var isHit = false
    for event in events where event.kind != .limit {
      guard let comparison = order.compareAsOSV(version, event.version) else { return nil }
      switch event.kind {
      case .introduced where comparison >= 0: isHit = true
      case .fixed where comparison >= 0, .lastAffected where comparison > 0: isHit = false
      default: break
      }
    }
    return isHit
  }

  /// The events sorted by version, and by kind at the same version.
  ///
  /// Nil if one of them has an invalid version. The limit `*` is left out.
  private func sorted(by order: VersionOrder) -> [Advisory.Event]? {
    let bounded = events.filter { $0.kind != .limit || $0.version != "*" }
    guard bounded.allSatisfy({ $0.version == "0" || order.isVersion($0.version) }) else {
      return nil
    }
    return bounded.sorted { left, right in
      let comparison = order.compareAsOSV(left.version, right.version) ?? 0
      return comparison == 0 ? left.kind.rank < right.kind.rank : comparison < 0
    }
  }

  /// The affected parts of the range, one text each.
  func spans(by order: VersionOrder) -> [String] {
    var spans: [String] = []
    var start: String?
    for event in sorted(by: order)?.filter({ $0.kind != .limit }) ?? [] {
      switch event.kind {
      case .introduced: start = start ?? event.version
      case .fixed, .lastAffected:
        guard let from = start else { continue }
        let end = "\(event.kind == .fixed ? "<" : "<=") \(event.version)"
        spans.append(from == "0" ? end : ">= \(from), \(end)")
        start = nil
      case .limit: break
      }
    }
    if let start { spans.append(start == "0" ? "every version" : ">= \(start)") }
    return spans
  }
}

extension VersionOrder {
  /// Compares versions like `compare`, with OSV's `0` before every version and pre-release.
  fileprivate func compareAsOSV(_ left: String, _ right: String) -> Int? {
    if left == right { return 0 }
    if left == "0" { return isVersion(right) ? -1 : nil }
    if right == "0" { return isVersion(left) ? 1 : nil }
    return compare(left, right)
  }
}

extension Advisory.Event.Kind {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
