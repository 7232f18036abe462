import Text

extension BitbucketForge {
  /// `GET settings/pull-requests` for the numbers of approvals and builds, and
  /// `GET required-builds/…/conditions` for the names of builds.
  package func rules(
    of branch: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchRules {
    let settings: BitbucketSettings = try await settings(of: repository)
    var rules = BranchRules(approvals: settings.requiredApprovers?.count ?? 0)
    // The host counts successful builds and accepts no failed one, whatever their names.
    rules.demandsAllChecks = settings.requiredSuccessfulBuilds?.count ?? 0 > 0
    let conditions: [BitbucketRequiredBuilds] = try await host.values(
      .get(
        [
          "required-builds", "latest", "projects", repository.owner, "repos", repository.name,
          "conditions",
        ], scope: .account))
    var names: Set<String> = []
    for condition in conditions {
      switch condition.applies(to: branch) {
      case true: names.formUnion(condition.buildParentKeys ?? [])
      case false: break
      case nil:
        rules.unread = "required builds apply to the branches of a branching model"
      }
    }
    rules.checks = names.sorted().map { RequiredCheck(name: $0) }
    return rules
  }

  /// `GET settings/pull-requests`, which every reader may see.
  func settings(of repository: RepositoryName) async throws(ForgeError) -> BitbucketSettings {
    try await host.read(get(repository, "settings", "pull-requests"))
  }
}

/// A repository's settings for pull requests.
struct BitbucketSettings: Decodable, Sendable {
  /// A number of approvals or builds: an object, or a plain number on older servers.
  struct Demand: Decodable, Sendable {
    /// 0 if nothing is demanded.
    var count: Int

    private enum CodingKeys: String, CodingKey {
      case enabled, count
    }

    init(from decoder: any Decoder) throws {
      if let number = try? decoder.singleValueContainer().decode(Int.self) {
        count = number
        return
      }
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      guard try fields.decodeIfPresent(Bool.self, forKey: .enabled) ?? true else {
        count = 0
        return
      }
      if let number = try? fields.decode(Int.self, forKey: .count) {
        count = number
        return
      }
      // Some servers send the count as a text.
      let text = try fields.decode(String.self, forKey: .count)
      guard let number = text.number(in: 0...Int(Int32.max)) else {
        throw DecodingError.dataCorruptedError(
          forKey: .count, in: fields, debugDescription: "expected a number")
      }
      count = number
    }
  }

  struct MergeConfig: Decodable, Sendable {
    struct Strategy: Decodable, Sendable {
      /// `no-ff`, `ff`, `ff-only`, `rebase-no-ff`, `rebase-ff-only`, `squash` or `squash-ff-only`.
      var id: String
      var enabled: Bool?
    }

    var strategies: [Strategy]?
  }

  var requiredApprovers: Demand?
  var requiredSuccessfulBuilds: Demand?
  var mergeConfig: MergeConfig?

  /// The strategies that the repository allows.
  var strategies: [String] {
    (mergeConfig?.strategies ?? []).filter { $0.enabled != false }.map(\.id)
  }
}

/// A condition that a branch sets for the builds of pull requests into it.
struct BitbucketRequiredBuilds: Decodable, Sendable {
  struct Matcher: Decodable, Sendable {
    struct Kind: Decodable, Sendable {
      var id: String
    }

    /// `refs/heads/main`, or a pattern such as `release/*`.
    var id: String
    var type: Kind
  }

  /// The values of `parent` of builds that must be successful.
  var buildParentKeys: [String]?
  var refMatcher: Matcher?

  /// Nil if that depends on the repository's branching model.
  func applies(to branch: String) -> Bool? {
    guard let refMatcher else { return true }
    switch refMatcher.type.id {
    case "ANY_REF": return true
    case "BRANCH": return [branch, "refs/heads/\(branch)"].contains(refMatcher.id)
    case "PATTERN":
      // A pattern without a slash matches the last part of a name, too.
      let last = branch.slashParts().last.map(String.init) ?? branch
      let pattern = CheckPattern(refMatcher.id)
      return [branch, "refs/heads/\(branch)", last].contains { pattern.matches($0) }
    default: return nil
    }
  }
}
