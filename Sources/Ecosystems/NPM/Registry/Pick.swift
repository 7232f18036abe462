package import Ecosystem

/// What a spec asks a registry for, as npm-package-arg 11 tells the kinds apart.
package enum Wanted: Hashable, Sendable {
  /// This version in its canonical form.
  case version(String)
  /// `isStar`: written as `*` and nothing else, which takes `latest` even as a prerelease.
  case range(Range, isStar: Bool)
  /// `next`, `beta`: the version that the document's `dist-tags` names.
  case tag(String)
  /// Nothing: the default tag's version if it will do, else any.
  case unspecified

  /// Reads a spec; nil where it is none that a registry can answer, such as a path or URL.
  package init?(_ spec: String) {
    let text = Whitespace.trimmed(spec)
    if text.isEmpty {
      self = .unspecified
    } else if let version = Version(text, loose: true) {
      self = .version(version.description)
    } else if let range = Range(text, loose: true) {
      self = .range(range, isStar: text == "*")
    } else if text.utf8.allSatisfy(\.isUnreserved) {
      self = .tag(text)
    } else {
      return nil
    }
  }
}

/// What besides the spec decides which version is taken.
package struct PickOptions: Hashable, Sendable {
  /// Versions published later are not there; milliseconds since 1970.
  package var before: Int64?
  /// Versions to take only where there is no other; read loosely and with prereleases.
  package var avoid: Range?
  /// npm's setting `tag`: where that version will do, it is taken before newer ones.
  package var defaultTag = "latest"
  /// What does not run on them is taken last.
  package var engines: Engines

  /// Starts without bounds.
  package init(engines: Engines) {
    self.engines = engines
  }
}

/// Why no version was taken; the words of npm's error codes.
package enum PickFailure: Error, Hashable, Sendable {
  /// ETARGET: none matches.
  case noMatch
  /// ENOVERSIONS: there is none at all, or none before the date.
  case noVersions
  /// E403: the one that matches is kept back by a policy.
  case forbidden(String)
  /// A date bounds the choice, and the document's times are not readable.
  case unreadable(Problem)
}

extension Packument {
  /// Takes the version that npm would take: npm-pick-manifest 9.1.0, the one inside npm 10.8.2.
  ///
  /// A version without a time counts as published before any date. Staged versions are not looked
  /// at, as npm does not without being told so.
  package func pick(
    _ wanted: Wanted, _ options: PickOptions
  ) throws(PickFailure) -> VersionManifest {
    guard let picked = try Picker(self, options).pick(wanted) else {
      throw .noMatch
    }
    if picked.isRestricted { throw .forbidden(restriction ?? "") }
    return picked
  }
}

/// One choice from one packument.
private struct Picker {
  let packument: Packument
  let options: PickOptions
  let times: [String: Int64?]

  init(_ packument: Packument, _ options: PickOptions) throws(PickFailure) {
    self.packument = packument
    self.options = options
    do throws(Problem) {
      times = options.before == nil ? [:] : try packument.times ?? [:]
    } catch {
      throw .unreadable(error)
    }
  }

  func pick(_ wanted: Wanted) throws(PickFailure) -> VersionManifest? {
    switch wanted {
    case .version(let version): return isBefore(version) ? packument[version] : nil
    case .tag(let tag): return try pick(tag: tag)
    case .range(let range, let isStar): return try pick(range, isStar: isStar)
    case .unspecified:
      guard let star = Range("*", loose: true) else { return nil }
      return try pick(star, isStar: true)
    }
  }

  private func pick(tag: String) throws(PickFailure) -> VersionManifest? {
    guard let version = packument.distTags[tag] else { return nil }
    if isBefore(version) { return packument[version] }
    guard let range = Range("<=\(version)", loose: true) else { return nil }
    return try pick(range, isStar: false)
  }

  private func pick(_ range: Range, isStar: Bool) throws(PickFailure) -> VersionManifest? {
    if let preferred = preferred(range, isStar: isStar) { return preferred }
    let isEmpty = !(packument.versions + packument.restricted).contains { isBefore($0.key) }
    if isEmpty { throw .noVersions }
    return best(in: range)
  }

  /// The default tag's version, unless something speaks against it.
  private func preferred(_ range: Range, isStar: Bool) -> VersionManifest? {
    guard let tagged = packument.distTags[options.defaultTag], let manifest = packument[tagged],
      isStar || manifest.version.map(range.contains) == true, isBefore(tagged),
      grade(manifest) == .good
    else { return nil }
    return manifest
  }

  /// The newest of those that least speaks against; the earlier in the document of equals.
  ///
  /// Walks backwards, for registries list newer versions later: the first good one leaves only
  /// newer ones to be judged.
  private func best(in range: Range) -> VersionManifest? {
    var best: (manifest: VersionManifest, version: Version, grade: Grade)?
    for manifest in packument.restricted.reversed() + packument.versions.reversed() {
      guard let version = manifest.version, range.contains(version) else { continue }
      if let best, best.grade == .good, version < best.version { continue }
      guard isBefore(manifest.key) else { continue }
      let grade = grade(manifest)
      if let best, (grade, version) < (best.grade, best.version) { continue }
      best = (manifest, version, grade)
    }
    return best?.manifest
  }

  private func isBefore(_ version: String) -> Bool {
    guard let before = options.before, let time = times[version] else { return true }
    return time.map { $0 <= before } ?? false
  }

  private func grade(_ manifest: VersionManifest) -> Grade {
    let runs = manifest.runs(on: options.engines)
    let isCurrent = manifest.deprecated == nil
    let avoids = manifest.version.map { options.avoid?.contains($0) ?? false } ?? false
    return Grade(
      weights: (avoids ? 0 : 16) | (manifest.isRestricted ? 0 : 8) | (runs && isCurrent ? 4 : 0)
        | (runs ? 2 : 0) | (isCurrent ? 1 : 0))
  }
}

/// How much speaks for a version, the weightiest reason in the highest bit.
private struct Grade: Comparable {
  let weights: Int

  /// Nothing speaks against it.
  static let good = Grade(weights: 31)

  static func < (left: Grade, right: Grade) -> Bool { left.weights < right.weights }
}
