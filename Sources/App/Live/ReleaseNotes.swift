import Changelogs
import Ecosystem
import Forges
import FoundationEssentials
import HTTP
import Languages
import Store
import Time
import Updates

/// Finds release notes for an update from one version to another, once for all repositories.
struct ReleaseNotes: Sendable {
  let finder: NotesFinder
  let ecosystems: [any PackageEcosystem]
  let store: StateStore
  /// Identifies the credentials by which notes are read: those of one scope aren't used for another.
  let scope: String
  let now: @Sendable () -> Timestamp

  /// The cached notes for one dependency and two versions.
  private struct CachedNotes: Codable {
    /// The notes in several lengths, the longest first.
    var notes: [String] = []
    var highlights: [Highlight] = []
    var warnings: [Warning] = []
    /// Whether the registry answered; nil: it did.
    var isUnread: Bool?
  }

  /// Returns notes and their highlights; what can't be fetched is left out.
  func callAsFunction(_ update: Update) async -> Annotation {
    var result = Annotation()
    for part in update.parts {
      // Notes of one package say nothing about the step to another one.
      for lead in part.leads
      where lead.successor == nil && result.highlights[lead.dependency.name] == nil {
        let cached = await cachedNotes(
          of: lead, in: part.project.ecosystem, update.language)
        if !cached.notes.isEmpty { result.notes[lead.dependency.name] = cached.notes }
        result.highlights[lead.dependency.name] = cached.highlights
        result.warnings += cached.warnings
        if cached.isUnread == true { result.unreadOrigins.append(lead.dependency.name) }
      }
    }
    return result
  }

  private func cachedNotes(
    of lead: Update.Lead, in ecosystem: EcosystemID, _ language: Language
  ) async -> CachedNotes {
    let source = lead.dependency.source ?? lead.dependency.name
    let written = language == .english ? "" : " in \(language.rawValue)"
    let name =
      "notes \(ecosystem.rawValue) \(source) \(lead.from) \(lead.to) for \(scope)\(written)"
    // A cache that fails costs requests, but never the update.
    if let known = try? await store.content(name),
      let cached = try? JSONDecoder().decode(CachedNotes.self, from: Data(known))
    {
      return cached
    }
    let (cached, isComplete) = await gather(lead, ecosystem, language)
    // Incomplete notes are fetched again for the next body.
    if isComplete, !cached.notes.isEmpty, let bytes = try? JSONEncoder().encode(cached) {
      try? await store.keep(Array(bytes), as: name, now: now())
    }
    return cached
  }

  private func gather(
    _ lead: Update.Lead, _ ecosystem: EcosystemID, _ language: Language
  ) async -> (CachedNotes, isComplete: Bool) {
    guard let asked = ecosystems.first(where: { $0.id == ecosystem }),
      let upstream = try? await asked.upstream(of: lead.dependency, from: lead.from, to: lead.to)
    else { return (CachedNotes(isUnread: true), false) }
    let package = PackageSource(
      name: lead.dependency.name, addresses: upstream.addresses, directory: upstream.directory,
      changelog: upstream.changelog)
    let notes = await finder.notes(
      for: package, from: lead.from, to: lead.to, order: asked.description.versions)
    let cached = CachedNotes(
      notes: notes.renderings(in: language), highlights: notes.highlights,
      warnings: upstream.warnings)
    return (cached, notes.isComplete)
  }
}
