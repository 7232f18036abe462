import Configuration
import Ecosystem
import Forges
import Store

/// The open pull requests of other bots into a base branch.
struct ForeignProposals: Sendable {
  let all: [ForeignProposal]
  let takeover: Takeover
  /// Whether the branch has more open pull requests than were examined.
  var isTruncated = false

  /// The most pull requests that are examined.
  static let most = 300

  /// No pull requests.
  static let none = ForeignProposals(all: [], takeover: .ignore)

  /// Describes the pull requests that can't be compared.
  ///
  /// - Parameter sign: the forge's sign before numbers of pull requests.
  /// - Returns: a sentence for each.
  func notices(sign: String) -> [String] {
    let unknown = all.filter(\.steps.isEmpty).map {
      "\(sign)\($0.number) by \($0.bot.rawValue): its updates aren't recognized, so it is left alone"
    }
    let rest = "only the newest \(Self.most) pull requests were searched for those of other bots"
    return unknown + (isTruncated ? [rest] : [])
  }

  /// Finds the pull request that already proposes a version of a dependency, or a newer one.
  ///
  /// - Parameters:
  ///   - version: the version that martlet would propose.
  ///   - dependency: the dependency.
  ///   - project: its project.
  ///   - order: its versions, oldest first.
  /// - Returns: nil without such a pull request.
  func proposal(
    of version: String, for dependency: Dependency, in project: Project, order: [String]
  ) -> ForeignProposal? {
    all.first { foreign in
      foreign.concerns(project)
        && foreign.steps.contains {
          $0.names(dependency) && $0.includes(version, in: order)
        }
    }
  }

  /// Returns the pull request that updates exactly these dependencies of a project, at any version.
  func proposal(for dependencies: [Dependency], in projects: [Project]) -> ForeignProposal? {
    all.first { foreign in
      !foreign.steps.isEmpty && projects.allSatisfy(foreign.concerns)
        && foreign.steps.allSatisfy { step in dependencies.contains { step.names($0) } }
        && dependencies.allSatisfy { dependency in
          foreign.steps.contains { $0.names(dependency) }
        }
    }
  }
}

extension ForeignProposal {
  /// Whether it can update a project, by its directory.
  func concerns(_ project: Project) -> Bool {
    directory.map { $0 == project.directory } ?? true
  }
}

extension ForeignProposal.Step {
  /// Whether it updates a dependency, by its name or the address of its repository.
  func names(_ dependency: Dependency) -> Bool {
    let own = Self.plain(name)
    if dependency.aliases.contains(where: { Self.plain($0.name) == own }) { return true }
    return Self.plain(dependency.name) == own
      || dependency.source.map { Self.plain($0) == own } ?? false
  }

  /// A name in lowercase, and an address without scheme and `.git`.
  private static func plain(_ name: String) -> String {
    var text = name.lowercased()
    if let scheme = text.firstRange(of: "://") { text.removeSubrange(..<scheme.upperBound) }
    if text.hasSuffix(".git") { text.removeLast(4) }
    return text
  }

  /// A version without the `v` of a tag.
  static func bare(_ version: String) -> String { String(version.drop { $0 == "v" }) }

  /// Whether it moves to a version or a newer one.
  ///
  /// A part of a version, such as 4 or 4.1, includes all versions that begin with it.
  func includes(_ version: String, in order: [String]) -> Bool {
    let wanted = Self.bare(version)
    if wanted == self.version || wanted.hasPrefix(self.version + ".") { return true }
    guard let theirs = order.firstIndex(where: { Self.bare($0) == self.version }),
      let ours = order.firstIndex(of: version)
    else { return false }
    return theirs >= ours
  }
}

extension RepositoryPass {
  /// Lists the open pull requests of other bots into a base branch, if the operator's file says what
  /// happens to them.
  func foreignProposals(in checkout: Checkout) async throws -> ForeignProposals {
    guard let takeover = world.takeover else { return .none }
    let repository = checkout.base.repository
    let query = PullRequestQuery(base: checkout.branch, state: .open, limit: ForeignProposals.most)
    let open = try await forge.pullRequests(query, in: repository)
    let found = open.filter { $0.author?.login != identity.login }
    let records = try await world.store.pullRequests(of: forge.id(of: repository))
    let own = Set(records.filter { $0.state == .open }.map(\.number))
    return ForeignProposals(
      all: found.filter { !own.contains($0.number) }.compactMap {
        ForeignProposal($0, in: repository)
      }, takeover: takeover, isTruncated: open.count >= query.limit)
  }

  /// Leaves out the updates that another bot already proposes, unless martlet has a pull request for
  /// them.
  func leavingOut(
    _ foreign: ForeignProposals, from states: [ProjectState], in checkout: Checkout
  ) async throws -> [ProjectState] {
    guard foreign.takeover == .ignore, !foreign.all.isEmpty else { return states }
    let records = try await world.store.pullRequests(of: forge.id(of: checkout.base.repository))
    let own = records.filter { $0.state == .open }
    let sign = forge.kind.text.pullRequestSign
    return states.map { state in
      var state = state
      for index in state.candidateSets.indices {
        let candidateSet = state.candidateSets[index]
        let dependency = candidateSet.dependency
        guard candidateSet.notProposed == nil, let newest = candidateSet.candidates.first,
          !own.contains(where: { $0.updates(dependency, of: state.project) }),
          let found = foreign.proposal(
            of: newest.version, for: dependency, in: state.project,
            order: state.order[dependency.id] ?? [])
        else { continue }
        state.candidateSets[index].notProposed = .waiting(
          version: newest.version,
          reason: "\(sign)\(found.number) by \(found.bot.rawValue) proposes it")
      }
      return state
    }
  }
}

extension PullRequestRecord {
  /// Whether the pull request updates a dependency.
  fileprivate func updates(_ dependency: Dependency, of project: Project) -> Bool {
    guard let key = UpdateKey(self) else { return false }
    return versions[DependencyKey(dependency.id, of: project, in: key.scope).description] != nil
  }
}
