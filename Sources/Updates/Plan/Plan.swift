import Ecosystem
package import Forges

/// What a pass wants of a base branch.
///
/// Every dependency has a pull request that it goes into, or the reason why there is none. Pure:
/// nothing is asked, and nothing resolved yet.
package struct Plan: Sendable {
  /// Dependencies that need no pull request, and why.
  package var settled: [Settled]
  /// Pull requests that are wanted, in the order in which they get their turn.
  package var batches: [Batch]

  /// A dependency and why there is no pull request for it.
  package struct Settled: Sendable {
    /// The survey's place among all of the checkout.
    package var survey: Int
    /// Why it is settled stands in `state`; its candidates may be older releases that could go on.
    package var outlook: Outlook
    /// Any of the reasons that are known before anything is resolved.
    package var state: UpdateState
  }

  /// The branch that takes the changes, as keys name it.
  package struct Place: Sendable {
    /// The operator's name for it.
    package var forge: String
    /// As the forge calls it now, after any renaming.
    package var repository: RepositoryName
    /// The branch's name without `refs/heads/`.
    package var base: String

    /// Names a branch of a repository of a forge.
    package init(forge: String, repository: RepositoryName, base: String) {
      self.forge = forge
      self.repository = repository
      self.base = base
    }
  }

  /// Deals the outlooks of all surveys out.
  package init(_ surveys: [Survey], at place: Place) {
    var settled: [Settled] = []
    var dealt = Dealt()
    for (index, survey) in surveys.enumerated() {
      for outlook in survey.outlooks {
        if let state = outlook.settled {
          settled.append(Settled(survey: index, outlook: outlook, state: state))
        } else {
          let placement = Placement(outlook, at: survey.site)
          let key = UpdateKey(
            forge: place.forge, repository: place.repository, base: place.base,
            scope: placement.scope,
            subject: placement.subject)
          dealt.add(
            .init(survey: index, outlook: placement.outlook), to: key, group: placement.group)
        }
      }
    }
    self.settled = settled
    batches = dealt.batches.flatMap { $0.split(surveys) }
  }

  /// Batches in the order of their first members.
  private struct Dealt {
    var batches: [Batch] = []
    var places: [UpdateKey: Int] = [:]

    mutating func add(_ member: Batch.Member, to key: UpdateKey, group: String?) {
      if let place = places[key] {
        batches[place].members.append(member)
      } else {
        places[key] = batches.count
        batches.append(Batch(key: key, group: group, members: [member]))
      }
    }
  }
}

extension Batch {
  /// Parts directories that cannot have the same version of a dependency.
  ///
  /// One pull request for a dependency over several directories takes those of the version that
  /// most of them want, of equal ones the first; each other directory gets its own.
  fileprivate func split(_ surveys: [Survey]) -> [Batch] {
    guard case .dependency = key.subject, case .directories = key.scope else { return [self] }
    let wanted = members.map { $0.outlook.candidates.first?.version }
    let counts = wanted.map { version in wanted.count { $0 == version } }
    guard let most = counts.max(), let place = counts.firstIndex(of: most) else { return [self] }
    var shared = self
    shared.members = zip(members, wanted).filter { $0.1 == wanted[place] }.map(\.0)
    let others = zip(members, wanted).filter { $0.1 != wanted[place] }.map(\.0)
    return [shared]
      + others.map { member in
        let project = surveys[member.survey].site.project
        var key = key
        key.scope = .directory(project.ecosystem, project.directory)
        return Batch(key: key, group: group, members: [member])
      }
  }
}
