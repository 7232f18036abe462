/// A requirement on a pod or on one of its subspecs.
///
/// Two dependencies are equal if their texts in locks and their sources are.
package struct PodDependency: Sendable {
  /// The pod, or a subspec: `Firebase/Core`.
  package var name: String
  /// The versions as declared.
  package var declared: PodRequirement
  /// The only version that a spec allows for its own subspecs; replaces `declared`.
  var specific: PodVersion?
  /// Where the Podfile takes the pod from, if not from a repository of specs.
  package var external: ExternalSource?
  /// The repository of specs that the Podfile names for this pod: its `:source`.
  var repository: String?

  /// Creates a dependency, by default on any version from any repository of specs.
  package init(
    _ name: String, _ requirement: PodRequirement = .any, external: ExternalSource? = nil,
    repository: String? = nil
  ) {
    self.name = name
    declared = requirement
    self.external = external
    self.repository = repository
  }

  /// The versions that count.
  package var requirement: PodRequirement {
    specific.map { PodRequirement(exactly: $0) } ?? declared
  }

  /// The name without subspecs: `Firebase` of `Firebase/Core`.
  package var root: String { name.podRoot }

  /// Whether a clause names a pre-release.
  var isPrerelease: Bool { requirement.isPrerelease }

  /// The text in locks: `Plain (< 1.2, >= 1.0)`, ``X (from `../X`)``.
  package var text: String {
    if let external { return "\(name) (from \(external.text))" }
    return requirement.isAny ? name : "\(name) (\(requirement.text))"
  }
}

extension PodDependency: Hashable {
  /// Compares names, requirements that count, and sources.
  package static func == (left: PodDependency, right: PodDependency) -> Bool {
    left.name == right.name && left.external == right.external
      && left.repository == right.repository && left.requirement == right.requirement
  }

  /// Hashes a part of what `==` compares.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(requirement)
  }
}

extension PodDependency {
  /// Parses the text of a lock: `Plain (= 1.0)`, `Plain (1.0)`; of an external one only the name.
  init?(lockText text: String) {
    let name = String(text.prefix { $0 != "(" }).trimmingPodSpace()
    guard !name.isEmpty else { return nil }
    let rest = text.dropFirst(text.prefix { $0 != "(" }.count)
    if rest.isEmpty || rest.contains("from `") {
      self.init(name)
      return
    }
    let clauses = rest.filter { $0 != "(" && $0 != ")" }.split(separator: ",").map(String.init)
    guard let requirement = PodRequirement(clauses) else { return nil }
    self.init(name, requirement)
  }

  /// Joins two dependencies on the same name: all clauses and all options hold.
  func merging(_ other: PodDependency) -> PodDependency {
    var result = PodDependency(name, requirement & other.requirement)
    if external != nil || other.external != nil {
      let options = (external?.options ?? [:]).merging(other.external?.options ?? [:]) { $1 }
      result.external = ExternalSource(options: options)
    }
    result.repository = repository ?? other.repository
    return result
  }
}

/// Where a Podfile takes a pod from, with its options as written.
///
///     :git => 'https://example.com/a.git', :branch => 'develop'
package struct ExternalSource: Hashable, Sendable {
  /// The value of an option.
  package enum Value: Hashable, Sendable {
    /// A string or a symbol.
    case text(String)
    /// `true` or `false`.
    case bool(Bool)
  }

  /// The options by key, without the colon.
  package var options: [String: Value]

  /// Returns the text of an option; nil if it is missing or not a text.
  package subscript(key: String) -> String? {
    if case .text(let text)? = options[key] { text } else { nil }
  }

  /// Whether the pod is a folder of the repository.
  var isLocal: Bool { options["path"] != nil }

  /// The text in `DEPENDENCIES`, without `from`.
  var text: String {
    if let git = self["git"] {
      let parts = ["commit", "branch", "tag"].compactMap { key in
        self[key].map { ", \(key) `\($0)`" }
      }
      return "`\(git)`" + parts.joined()
    }
    let first = ["hg", "svn", "podspec", "path"].lazy.compactMap { self[$0] }.first
    return "`\(first ?? "")`"
  }
}

extension StringProtocol {
  /// The name of the pod that a subspec belongs to.
  package var podRoot: String { String(prefix { $0 != "/" }) }
}
