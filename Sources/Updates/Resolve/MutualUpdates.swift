import Configuration
import Ecosystem

extension PartResolution {
  /// Makes direct dependencies that come along leads, if their own updates are the same change: then
  /// the dependencies can only be updated together, and share a pull request.
  ///
  /// For example, `a` 2 needs `b` 2, and `b` 2 needs `a` 2.
  ///
  /// - Parameters:
  ///   - part: the resolved change of the members.
  ///   - members: the members of the pull request.
  /// - Returns: the part, unchanged if nothing comes along that has the same change.
  func withMutualLeads(_ part: Update.Part, of members: [PlannedUpdate]) async -> Update.Part {
    let purpose = members.first?.candidateSet.purpose
    var choices = members.compactMap { member -> Choice? in
      let lead = part.leads.first { $0.dependency.id == member.id }
      let release = member.candidateSet.candidates.first { $0.version == lead?.to }
      return release.map { Choice(member: member, release: $0) }
    }
    var mutual: Set<String> = []
    for companion in part.companions {
      let known = candidateSets.first { $0.dependency.id == companion.dependency.id }
      guard let known, known.notProposed == nil, known.purpose == purpose,
        let release = known.candidates.first(where: { $0.version == companion.to })
      else { continue }
      let member = PlannedUpdate(of: state, known)
      guard member.strategy == strategy, let own = await resolve([member]).part,
        own.change.files == part.change.files
      else { continue }
      choices.append(Choice(member: member, release: release))
      mutual.insert(known.dependency.id)
    }
    guard !mutual.isEmpty else { return part }
    var result = part
    result.leads = configured.part(part.change, choices).leads
    result.companions.removeAll { mutual.contains($0.dependency.id) }
    return result
  }
}
