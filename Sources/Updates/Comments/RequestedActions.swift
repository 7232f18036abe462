import Ecosystem
import Store

/// What people asked for by comments, as far as later stages have to know.
struct RequestedActions: Sendable {
  var ignores: [Ignore] = []
  var rebuilds: [RebuildRequest] = []

  /// Sites under the rules of their files and of people's comments.
  func applying(_ sites: [Site]) -> [Site] { sites.map { $0.applying(ignores) } }

  /// Whether a site is to be looked at: by its schedule, or since a rebuilt branch is waited for.
  func isDue(_ site: Site) -> Bool {
    site.entry.attention != .nothing
      || rebuilds.contains { UpdateKey($0.key).map { $0.scope.reaches(site) } ?? false }
  }

  /// Whether a batch is to be worked out now.
  func isDue(_ batch: Batch, among surveys: [Survey]) -> Bool {
    let isDue = batch.members.contains { surveys[$0.survey].site.entry.attention.takes(batch) }
    return isDue || rebuilds.contains { $0.key == batch.key.description }
  }
}

extension UpdateKey.Scope {
  fileprivate func reaches(_ site: Site) -> Bool {
    switch self {
    case .directory(let ecosystem, let directory):
      site.project.ecosystem == ecosystem && site.project.directory == directory
    case .directories(let ecosystem, let entry):
      site.project.ecosystem == ecosystem && site.entry.number == entry
    case .ecosystems: site.entry.multiGroup != nil
    }
  }
}
