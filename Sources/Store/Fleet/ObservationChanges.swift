import Time

/// The differences between what two passes found in the manifests of a branch.
///
/// Most passes find what the one before found: they send and write nothing but the date, once a day.
package struct ObservationChanges: Hashable, Codable, Sendable {
  /// A dependency in a manifest.
  package struct Key: Hashable, Codable, Sendable {
    var manifest: String
    var name: String
  }

  /// New and changed observations.
  var saved: [Observation] = []
  /// The dependencies that the manifests no longer have.
  var removed: [Key] = []
  /// When the other versions of manifests were looked up again, if that is another day; those of
  /// dependencies with a problem weren't.
  var seen: [String: Timestamp] = [:]

  /// Compares the observations of a branch with earlier ones.
  ///
  /// - Parameters:
  ///   - before: the earlier ones, also those of other manifests.
  ///   - after: replace all earlier observations of their manifests. A manifest can contain a name several
  ///     times; only the first one counts.
  ///   - manifests: all manifests of the branch; observations of other manifests are removed.
  package init(
    from before: some Sequence<Observation>, to after: [Observation], manifests: Set<String>
  ) {
    let old = Dictionary(before.map { ($0.key, $0) }) { first, _ in first }
    let new = Dictionary(after.map { ($0.key, $0) }) { first, _ in first }
    let read = Set(after.map(\.manifest))
    removed = old.keys.filter { key in
      new[key] == nil && (read.contains(key.manifest) || !manifests.contains(key.manifest))
    }.sorted { ($0.manifest, $0.name) < ($1.manifest, $1.name) }
    for (manifest, found) in Dictionary(grouping: new.values, by: \.manifest) {
      compare(found.sorted { $0.name < $1.name }, of: manifest, with: old)
    }
    saved.sort { ($0.manifest, $0.name) < ($1.manifest, $1.name) }
  }

  private mutating func compare(
    _ found: [Observation], of manifest: String, with old: [Key: Observation]
  ) {
    var late: [Observation] = []
    for observation in found {
      guard let known = old[observation.key], known.isSame(as: observation) else {
        saved.append(observation)
        continue
      }
      if known.seenAt.date != observation.seenAt.date { late.append(observation) }
    }
    let times = Set(found.filter { $0.state != .problem }.map(\.seenAt))
    if let time = times.first, times.count == 1, late.allSatisfy({ $0.state != .problem }) {
      seen[manifest] = late.isEmpty ? nil : time
    } else {
      saved += late
    }
  }

  /// Whether there are no differences.
  package var isEmpty: Bool { saved.isEmpty && removed.isEmpty && seen.isEmpty }
}

extension Observation {
  fileprivate var key: ObservationChanges.Key { .init(manifest: manifest, name: name) }

  /// Whether another observation has the same values, apart from the time.
  fileprivate func isSame(as other: Observation) -> Bool {
    var dated = self
    dated.seenAt = other.seenAt
    return dated == other
  }
}
