import Configuration
import Ecosystem
import Forges
import FoundationEssentials
import Service
import Time
import Updates

/// Checks whether a forge responds, accepts the credential, and allows writes.
struct ForgeDoctor: Sendable {
  /// The number of repositories that are requested by name.
  private static let sample = 5

  let live: Live
  let settings: ForgeSettings

  private var subject: String { "forge \(settings.name)" }

  func callAsFunction() async -> [Diagnosis] {
    do {
      let forge = try live.forge(settings)
      let identity = try await forge.identity()
      var found = [Diagnosis.fine(subject, "responds at \(settings.url) as \(identity.login)")]
      found += try await grants(on: forge) + expiry(on: forge)
      found += try await repositories(on: forge)
      found += webhook
      return found
    } catch {
      let problem = Problem(repositoryError: error, subject: settings.name)
      return [.failed(subject, problem.message, advice: problem.advice)]
    }
  }

  /// The permissions that are missing, and those that aren't needed, as far as the host reports them.
  private func grants(on forge: any Forge) async throws -> [Diagnosis] {
    guard let grants = forge.grants else { return [] }
    let missing: [Diagnosis] = try await grants.missingGrants().map { missing in
      .failed(
        subject, "\(holder(of: missing)) lacks \(missing.grant)",
        advice: "grant it at \(settings.url); \(settings.kind.advice.missingGrant)")
    }
    let excess: [Diagnosis] = try await grants.excessGrants().map { excess in
      .warning(
        subject, "\(holder(of: excess)) has more than martlet needs: \(excess.grant)",
        advice: "remove it, so that a stolen credential can do less")
    }
    return missing + excess
  }

  private func holder(of grant: MissingGrant) -> String {
    grant.owner.map { "the installation of \($0)" } ?? "the token"
  }

  /// The day on which the credential expires, a warning if that is soon.
  private func expiry(on forge: any Forge) async throws -> [Diagnosis] {
    guard let date = try await forge.grants?.expiry() else { return [] }
    let text = "the token expires on \(date.date)"
    let isSoon = date - .now() < CredentialExpiry.notice
    return [
      isSoon
        ? .warning(subject, text, advice: "create a new one before that day")
        : .fine(subject, text)
    ]
  }

  /// Tests writes to one repository per owner, because permissions are the same for all of them.
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
    let selected = all.filter { patterns.include($0.name.description) }
    var found = [Diagnosis.fine(subject, "\(selected.count) of \(all.count) repositories selected")]
    if selected.isEmpty {
      found = [
        .warning(
          subject, "none of the \(all.count) accessible repositories is selected",
          advice: "check 'repositories' and the permissions of the credential")
      ]
    }
    let readOnly = selected.filter { !$0.canPush && !$0.isArchived }
    if !readOnly.isEmpty {
      let names = readOnly.prefix(Self.sample).map(\.name.description).joined(separator: ", ")
      found.append(
        .failed(
          subject, "may not create branches in \(readOnly.count) of them: \(names)",
          advice: settings.kind.advice.writes))
    }
    found += try await writes(on: forge, selected)
    let archived = selected.count { $0.isArchived }
    if archived > 0 {
      found.append(.fine(subject, "\(archived) of them are archived and ignored"))
    }
    for pattern in patterns where pattern.isLiteral && !pattern.isExclusion {
      guard !all.contains(where: { $0.name.description == pattern.text }) else { continue }
      found += try await unlisted(pattern.text, on: forge)
    }
    return found
  }

  /// Checks a repository that is named but not listed: public ones of other owners are readable
  /// anyway.
  private func unlisted(_ text: String, on forge: any Forge) async throws -> [Diagnosis] {
    guard let name = RepositoryName(text) else { return [] }
    let repository: Repository
    do throws(ForgeError) {
      repository = try await forge.repository(name)
    } catch {
      guard error.code == .notFound else { throw error }
      return [.failed(subject, "\(name) does not exist, or the credential has no access to it")]
    }
    return repository.canPush
      ? try await writes(on: forge, [repository])
      : [.failed(subject, "\(name) is read-only for the credential")]
  }

  private var webhook: [Diagnosis] {
    guard settings.kind.webhooks != nil, settings.webhookSecret == nil else { return [] }
    return [
      .warning(
        subject, "has no webhook-secret: 'serve' refuses all webhooks",
        advice: "set webhook-secret here and on the forge; 'run' does not need it")
    ]
  }
}
