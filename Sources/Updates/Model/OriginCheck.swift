import Ecosystem
import Store

/// What registries say about the origins of an update's new versions, compared with the present ones.
struct OriginCheck: Hashable, Codable, Sendable {
  /// The warnings.
  var originWarnings: [OriginWarning] = []
  /// The dependencies whose registry didn't answer.
  var unread: [String] = []

  /// Knows nothing unusual.
  init() {}

  /// Takes the warnings about origins.
  init(_ annotation: Annotation, of update: Update) {
    unread = annotation.unreadOrigins.unique.sorted()
    originWarnings = annotation.warnings.compactMap { warning in
      guard let package = warning.originOf else { return nil }
      let part = update.parts.first { part in
        part.change.moves.contains { $0.name == package }
          || part.leads.contains {
            $0.dependency.name == package || $0.dependency.registryName == package
          }
      }
      let version =
        part?.leads.first { $0.dependency.name == package || $0.dependency.registryName == package }
        .map(\.to) ?? part?.change.moves.last { $0.name == package }?.to
      let subject = [part?.project.ecosystem.rawValue, package, version].compactMap(\.self)
      return OriginWarning(
        subject: subject.joined(separator: " "), reason: warning.reason)
    }
  }

  /// Why an update isn't merged, as a sentence without full stop.
  static func unreadReason(_ name: String) -> String {
    "the registry didn't say where \(name) comes from, which the next pass asks again"
  }
}

extension PullRequestRecord {
  /// Why people have to look at the origins of its versions; nil if nothing is unusual.
  var unusualOrigin: String? {
    if let originWarning = originWarnings.first {
      let rest = originWarnings.count > 1 ? " and \(originWarnings.count - 1) more" : ""
      return "\(originWarning.subject) needs a look: \(originWarning.reason)\(rest)"
    }
    return unreadOrigins.first.map(OriginCheck.unreadReason)
  }
}

extension Warning {
  /// What differs from the version before, in English; empty for warnings about other things.
  fileprivate var reason: String {
    switch self {
    case .installScript(_, let version):
      "\(version) runs an install script, which the current version doesn't"
    case .newPublisher(_, let publisher):
      "it was published by \(publisher), who published no version up to the current one"
    case .publisherLost(_, let version, let from):
      "the registry doesn't say who published \(version); \(from) published the current one"
    case .repositoryMoved(_, let old, let new):
      "its repository changed from \(old) to \(new)"
    case .repositoryLost(_, let version, let from):
      "\(version) names no repository; the current version names \(from)"
    case .provenanceLost(_, let version):
      "\(version) has no provenance attestation, which the current version has"
    case .otherPlatform, .unmetPeer, .divergentPeer, .deprecated, .hashReplaced, .unchecked: ""
    }
  }
}
