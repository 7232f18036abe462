import Configuration
import Ecosystem
import Forges
import Updates

/// Checks whether a forge answers, knows the credential, and lets it write.
struct ForgeDoctor: Sendable {
  /// How many repositories are asked about by name.
  private static let sample = 5

  let live: Live
  let settings: ForgeSettings

  private var subject: String { "forge \(settings.name)" }

  func callAsFunction() async -> [Diagnosis] {
    do {
      let forge = try live.forge(settings)
      let identity = try await forge.identity()
      var found = [Diagnosis.fine(subject, "answers at \(settings.url), as \(identity.login)")]
      found += try await grants(on: forge)
      found += try await repositories(on: forge)
      found += webhook
      return found
    } catch {
      let problem = Problem(repositoryError: error, subject: settings.name)
      return [.failed(subject, problem.message, advice: problem.advice)]
    }
  }

  /// What the credential was not granted, as far as the host says.
  private func grants(on forge: any Forge) async throws -> [Diagnosis] {
    guard let grants = forge.grants else { return [] }
    return try await grants.missingGrants().map { missing in
      let place = missing.owner.map { "the installation of \($0)" } ?? "the token"
      return .failed(
        subject, "\(place) lacks \(missing.grant)",
        advice: "grant it at \(settings.url); \(settings.kind.advice.missingGrant)")
    }
  }

  /// Tries the writes on one repository of each owner: a grant is the same for all of them.
  private func writes(
    on forge: any Forge, _ repositories: [Repository]
  ) async throws -> [Diagnosis] {
    guard let grants = forge.grants else { return [] }
    let owners = Dictionary(
      repositories.filter { $0.canPush && !$0.isArchived }.map { ($0.name.owner, $0) }
    ) { first, _ in first }
    var found: [Diagnosis] = []
    for (_, repository) in owners.sorted(by: { $0.key < $1.key }).prefix(Self.sample) {
      let refused = try await grants.probe(repository)
      for refusal in refused {
        let reason = refusal.reason.isEmpty ? "" : ": \(refusal.reason)"
        found.append(
          .failed(
            subject, "may not \(refusal.write) in \(repository.name)\(reason)",
            advice: settings.kind.advice.writes))
      }
      if refused.isEmpty {
        found.append(
          .fine(subject, "may push branches and open pull requests in \(repository.name)"))
      }
    }
    return found
  }

  private func repositories(on forge: any Forge) async throws -> [Diagnosis] {
    let patterns = settings.repositories
    let all = try await forge.repositories()
    let meant = all.filter { patterns.include($0.name.description) }
    var found = [Diagnosis.fine(subject, "\(meant.count) of \(all.count) repositories are meant")]
    if meant.isEmpty {
      found = [
        .warning(
          subject, "no repository of the \(all.count) that the credential reaches is meant",
          advice: "look at 'repositories' and at what the credential was granted")
      ]
    }
    let readOnly = meant.filter { !$0.canPush && !$0.isArchived }
    if !readOnly.isEmpty {
      let names = readOnly.prefix(Self.sample).map(\.name.description).joined(separator: ", ")
      found.append(
        .failed(
          subject, "may not create branches in \(readOnly.count) of them: \(names)",
          advice: settings.kind.advice.writes))
    }
    found += try await writes(on: forge, meant)
    let archived = meant.count { $0.isArchived }
    if archived > 0 {
      found.append(.fine(subject, "\(archived) of them are archived and left alone"))
    }
    for pattern in patterns where pattern.isLiteral && !pattern.isExclusion {
      guard !all.contains(where: { $0.name.description == pattern.text }) else { continue }
      found += try await unlisted(pattern.text, on: forge)
    }
    return found
  }

  /// A repository that is named and in no list: public ones of others can be read all the same.
  private func unlisted(_ text: String, on forge: any Forge) async throws -> [Diagnosis] {
    guard let name = RepositoryName(text) else { return [] }
    let repository: Repository
    do throws(ForgeError) {
      repository = try await forge.repository(name)
    } catch {
      guard error.code == .notFound else { throw error }
      return [.failed(subject, "\(name) is not there, or hidden from the credential")]
    }
    return repository.canPush
      ? try await writes(on: forge, [repository])
      : [.failed(subject, "\(name) can be read and not written to")]
  }

  private var webhook: [Diagnosis] {
    guard settings.kind.webhooks != nil, settings.webhookSecret == nil else { return [] }
    return [
      .warning(
        subject, "has no webhook-secret: 'serve' refuses all of its deliveries",
        advice: "set webhook-secret, here and at the forge; 'run' needs none")
    ]
  }
}
