import Bundler
import Changelogs
import Ecosystem
import HTTP
import NPM
import Store
import SwiftPM
import Updates

/// Finds what upstream writes about a step from one version to another, once for all repositories.
struct ReleaseNotes: Sendable {
  let finder: NotesFinder
  let ecosystems: [any PackageEcosystem]
  let store: StateStore
  let now: @Sendable () -> Int64

  /// Room for the notes of all dependencies of a body: GitHub's bound is 65,536 characters.
  private static let room = 48_000

  /// Markdown by dependency; what cannot be had is left out.
  func callAsFunction(_ update: Update) async -> [String: String] {
    var result: [String: String] = [:]
    let share = Self.room / max(update.leads.count, 1)
    for part in update.parts {
      for lead in part.leads where result[lead.dependency.name] == nil {
        let text = await notes(of: lead, in: part.project, limit: share)
        if !text.isEmpty { result[lead.dependency.name] = text }
      }
    }
    return result
  }

  private func notes(
    of lead: Update.Lead, in project: Project, limit: Int
  ) async -> String {
    let ecosystem = project.ecosystem
    guard let asked = ecosystems.first(where: { $0.name == ecosystem }) else { return "" }
    let source = lead.dependency.source ?? lead.dependency.name
    let name = "notes \(ecosystem.rawValue) \(source) \(lead.from) \(lead.to) \(limit)"
    // A cache that fails costs requests, never the update.
    if let known = try? await store.content(name) { return String(decoding: known, as: UTF8.self) }
    let upstream =
      (try? await asked.upstream(
        of: lead.dependency, from: lead.from, to: lead.to)) ?? Upstream()
    let package = PackageSource(
      name: lead.dependency.name, addresses: upstream.addresses, directory: upstream.directory,
      changelog: upstream.changelog)
    let notes = await finder.notes(
      for: package, from: lead.from, to: lead.to, order: order(of: ecosystem))
    let text = notes.markdown(limit: limit)
    if !text.isEmpty { try? await store.keep(Array(text.utf8), as: name, now: now()) }
    return text
  }

  private func order(of ecosystem: EcosystemName) -> VersionOrder {
    switch ecosystem {
    case .swift: VersionOrder(of: SemanticVersion.self)
    case .bundler: VersionOrder(of: GemVersion.self)
    case .npm: VersionOrder(of: NPM.Version.self)
    }
  }
}
