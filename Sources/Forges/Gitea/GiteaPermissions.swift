extension GiteaForge {
  /// By the permission if the token may read it, else by the lists of assignees and teams.
  ///
  /// Only an administrator of the repository may read other accounts' permissions. Every reader may
  /// list the assignees: accounts with write access, and members of teams that may only read pull
  /// requests. If there is such a team, its members count as readers.
  package func permission(
    of login: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Permission {
    guard try await assignees(of: repository).contains(login.lowercased()) else { return .read }
    struct Answer: Decodable {
      var permission: String?
    }
    do throws(ForgeError) {
      let answer: Answer? = try await host.readIfPresent(
        get(repository, "collaborators", login, "permission"))
      return answer?.permission.flatMap(Permission.init(gitea:)) ?? .none
    } catch {
      guard error.code == .forbidden else { throw error }
    }
    return try await isOnlyReader(login, in: repository) ? .read : .write
  }

  /// The logins that can be assigned, in lower case.
  func assignees(of repository: RepositoryName) async throws(ForgeError) -> Set<String> {
    let users: [GiteaUser] = try await host.read(get(repository, "assignees"))
    return Set(users.map { $0.login.lowercased() })
  }

  /// Whether an assignee may be one only as a member of a team that reads pull requests.
  private func isOnlyReader(
    _ login: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    for team in try await teams(of: repository) where !team.writesCode {
      let call = HostCall.get(["teams", "\(team.id)", "members", login], scope: .account)
      do throws(ForgeError) {
        let member: GiteaUser? = try await host.readIfPresent(call)
        if member != nil { return true }
      } catch {
        // The members of a team are hidden from other teams.
        guard error.code == .forbidden else { throw error }
        return true
      }
    }
    return false
  }

  /// Whether members of a team may write issues although they may not push.
  func hasTeamForIssuesOnly(_ repository: RepositoryName) async throws(ForgeError) -> Bool {
    try await teams(of: repository).contains { !$0.writesCode && $0.writesIssues }
  }

  /// `GET teams`; empty for the repository of a person, which has none.
  private func teams(
    of repository: RepositoryName
  ) async throws(ForgeError) -> [GiteaTeam] {
    do throws(ForgeError) {
      return try await host.read(get(repository, "teams"))
    } catch {
      // 405: the owner is not an organization.
      guard [.rejected, .unsupported].contains(error.code) else { throw error }
      return []
    }
  }
}

extension Permission {
  /// Parses Gitea's names of permissions.
  fileprivate init?(gitea name: String) {
    switch name {
    case "owner", "admin": self = .admin
    case "write": self = .write
    case "read": self = .read
    case "none": self = .none
    default: return nil
    }
  }
}

/// A team of an organization, with its access to a repository.
private struct GiteaTeam: Decodable, Sendable {
  var id: Int64
  var permission: String?
  var unitsMap: [String: String]?

  /// Whether its members may push.
  var writesCode: Bool {
    if let permission, ["owner", "admin"].contains(permission) { return true }
    // The keys keep their dots: "repo.code".
    return ["write", "admin", "owner"].contains(unitsMap?["repo.code"] ?? permission ?? "")
  }

  /// Whether its members may edit the issues of others.
  var writesIssues: Bool {
    ["write", "admin", "owner"].contains(unitsMap?["repo.issues"] ?? permission ?? "")
  }
}
