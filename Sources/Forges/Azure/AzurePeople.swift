import HTTP
import JSON

extension AzureForge {
  /// The security namespace of git repositories, and the bit of contributing to one.
  private static let gitSecurity = "2e9eb7ed-3c0a-47d4-87c1-0ffdd275fd87"
  private static let contribute = 4

  /// `GET accesscontrollists` with the effective permissions of an identity, which cover groups.
  package func permission(
    of login: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Permission {
    guard let person = try await person(login), let descriptor = person.descriptor else {
      return .none
    }
    let details = try await details(of: repository)
    let query = [
      ("token", "repoV2/\(details.project.id)/\(details.id)"), ("descriptors", descriptor),
      ("includeExtendedInfo", "true"), ("recurse", "false"), ("api-version", Self.version),
    ]
    let lists: [AzureAccessList] = try await host.all(
      .get(["_apis", "accesscontrollists", Self.gitSecurity], query, scope: .account))
    let entries = lists.flatMap { ($0.acesDictionary ?? [:]).values }
      .filter { $0.descriptor?.lowercased() == descriptor.lowercased() }.compactMap(\.extendedInfo)
    let isAllowed = entries.contains {
      ($0.effectiveAllow ?? 0) & ~($0.effectiveDeny ?? 0) & Self.contribute != 0
    }
    return isAllowed ? .write : .read
  }

  /// Finds a person by the identifier of a comment, or by name; nil unless exactly one is found.
  func person(_ login: String) async throws(ForgeError) -> AzurePerson? {
    let criteria =
      memory.person(login).map { [("identityIds", $0)] }
      ?? [("searchFilter", "General"), ("filterValue", login), ("queryMembership", "none")]
    var call = HostCall.get(["_apis", "identities"], scope: .account)
    call.query = (criteria + [("api-version", Self.version)]).map { (name: $0.0, value: $0.1) }
    call.url = host.addresses.identities + call.path + call.queryText
    let found: [AzurePerson?] = try await host.all(call)
    let people = found.compactMap { $0 }.filter { $0.isActive != false }
    return people.count == 1 ? people[0] : nil
  }

  /// `PUT reviewers/ID`, for people and groups.
  package func requestReviews(
    _ reviewers: [String], on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    let present = try await read(number, in: repository).reviewers ?? []
    for reviewer in reviewers {
      guard let person = try await person(reviewer) else {
        throw ForgeError(
          .notFound, subject: "reviewer \(reviewer)", detail: "this name has no account, or several"
        )
      }
      guard !present.contains(where: { $0.id.lowercased() == person.id.lowercased() }) else {
        continue
      }
      let parts = ["pullRequests", "\(number)", "reviewers", person.id]
      try await host.repeatable(
        HostCall.write(.put, path(repository, parts), ["vote": 0], scope: .account).versioned())
    }
  }

  /// The reviewers whose vote is negative.
  package func changeRequests(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    let me = try await account()
    guard let reviewers = try await read(number, in: repository).reviewers else {
      throw ForgeError(
        .malformed, subject: "GET pullrequests/\(number)", detail: "it has no list of reviewers")
    }
    return reviewers.filter { $0.vote < 0 }.map { $0.identity.account(me).login }.sorted()
  }
}

/// An identity with the name that access lists use.
struct AzurePerson: Decodable, Sendable {
  var id: String
  /// `Microsoft.IdentityModel.Claims.ClaimsIdentity;…`.
  var descriptor: String?
  var isActive: Bool?
}

/// The permissions of identities for a repository.
struct AzureAccessList: Decodable, Sendable {
  struct Entry: Decodable, Sendable {
    struct Extended: Decodable, Sendable {
      var effectiveAllow: Int?
      var effectiveDeny: Int?
    }

    var descriptor: String?
    var extendedInfo: Extended?
  }

  var acesDictionary: [String: Entry]?
}
