import Configuration
import Ecosystem
import Versioning

extension PartResolution {
  /// Combinations that are tried for one dependency, each a resolution.
  private static let tries = 12

  /// Fixes an indirect dependency by moving the direct ones that bring it along: each alone, one
  /// step short of a new major version first, then all of them together.
  ///
  /// Accepted is only what puts an end to all that hits the dependency.
  func carry(
    _ choice: Choice, in joined: inout (part: Update.Part?, kept: [Choice])
  ) async throws(Problem) -> Bool {
    let dependency = choice.member.outlook.dependency
    guard choice.member.outlook.purpose == .securityUpdates, dependency.kind == .indirect else {
      return false
    }
    let names = try opened.carriers(of: dependency.name)
    let kept = Set(joined.kept.map(\.member.name))
    let carriers = names.filter { !kept.contains($0) }.compactMap { name in
      outlooks.first { $0.dependency.name == name && !$0.movable.isEmpty }
    }
    for set in sets(of: carriers, survey: choice.member.survey).prefix(Self.tries / 2) {
      for next in [joined.kept + [choice] + set, joined.kept + set] {
        guard let part = try await solution(of: next), part.ends(choice) else { continue }
        joined = (part, next)
        return true
      }
    }
    return false
  }

  /// Ways to move the carriers, the smallest first.
  private func sets(of carriers: [Outlook], survey: Int) -> [[Choice]] {
    func moved(_ outlook: Outlook, _ release: Release?) -> Choice? {
      release.map {
        Choice(member: Batch.Member(survey: survey, outlook: outlook), release: $0)
      }
    }
    let small = carriers.compactMap { outlook in
      moved(outlook, outlook.movable.last { $0.step != .major }).map { [$0] }
    }
    let large = carriers.compactMap { outlook in moved(outlook, outlook.movable.last) }
    return small + large.map { [$0] } + (large.count > 1 ? [large] : [])
  }
}
