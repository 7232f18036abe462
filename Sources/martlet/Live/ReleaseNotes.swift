import Changelogs
import Ecosystem
import Forges
import FoundationEssentials
import HTTP
import Store
import Time
import Updates

/// Finds release notes for an update from one version to another, once for all repositories.
struct ReleaseNotes: Sendable {
  let finder: NotesFinder
  let ecosystems: [any PackageEcosystem]
  let store: StateStore
  /// The tenant whose private notes may be read; nil for public notes only.
  let tenant: Tenant?
  let now: @Sendable () -> Timestamp

  /// The cached notes for one dependency and two versions.
  private struct CachedNotes: Codable {
    /// The notes in several lengths, the longest first.
    var notes: [String] = []
    var highlights: [Highlight] = []
    var cautions: [Caution] = []
  }

  /// Returns notes and their highlights; what can't be fetched is left out.
  func callAsFunction(_ update: Update) async -> Annotation {
    var result = Annotation()
    for part in update.parts {
      for lead in part.leads where result.highlights[lead.dependency.name] == nil {
        let cached = await cachedNotes(of: lead, in: part.project.ecosystem)
        if !cached.notes.isEmpty { result.notes[lead.dependency.name] = cached.notes }
        result.highlights[lead.dependency.name] = cached.highlights
        result.cautions += cached.cautions
      }
    }
    return result
  }

  private func cachedNotes(
    of lead: Update.Lead, in ecosystem: EcosystemID
  ) async -> CachedNotes {
    let source = lead.dependency.source ?? lead.dependency.name
    let name = "notes \(ecosystem.rawValue) \(source) \(lead.from) \(lead.to)"
    let ownName = tenant.map { "\(name) for \($0)" }
    // A cache that fails costs requests, but never the update.
    for name in [name, ownName].compactMap(\.self) {
      if let known = try? await store.content(name),
        let cached = try? JSONDecoder().decode(CachedNotes.self, from: Data(known))
      {
        return cached
      }
    }
    let (cached, isOwn, isComplete) = await gather(lead, ecosystem)
    // Incomplete notes are fetched again for the next body.
    if isComplete, !cached.notes.isEmpty, let bytes = try? JSONEncoder().encode(cached) {
      let kept = isOwn ? ownName ?? name : name
      try? await store.keep(Array(bytes), as: kept, now: now())
    }
    return cached
  }

  /// Whether a repository can be a private one of the tenant.
  private func isOwn(_ repository: SourceRepository?) -> Bool {
    guard let tenant, let repository else { return false }
    return repository.path.lowercased().hasPrefix("\(tenant.repository.owner)/".lowercased())
  }

  private func gather(
    _ lead: Update.Lead, _ ecosystem: EcosystemID
  ) async -> (CachedNotes, isOwn: Bool, isComplete: Bool) {
    guard let asked = ecosystems.first(where: { $0.id == ecosystem }),
      let upstream = try? await asked.upstream(of: lead.dependency, from: lead.from, to: lead.to)
    else { return (CachedNotes(), false, false) }
    let package = PackageSource(
      name: lead.dependency.name, addresses: upstream.addresses, directory: upstream.directory,
      changelog: upstream.changelog)
    let notes = await finder.notes(
      for: package, from: lead.from, to: lead.to, order: asked.description.versions)
    let cached = CachedNotes(
      notes: notes.renderings(), highlights: notes.highlights, cautions: upstream.cautions)
    return (cached, isOwn(notes.repository), notes.isComplete)
  }
}
