import Ecosystem

extension ActionsProject {
  /// Lists the uses of an action, and whether a version exists.
  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    let group = try group(named: name)
    let members = try await members(of: group)
    let state = members.lowest?.state.version.map { "is at \($0.description)" }
    var lines = ["\(group.name) \(state ?? "follows a branch or a commit") because:"]
    lines += members.map { "  \($0.use.location) uses \(group.name)@\($0.use.written)" }
    guard let version else { return lines }
    let references = try await references(of: group)
    let tag = [version, "v" + version].first { references.tags[$0] != nil }
    guard let tag else { return lines + ["\(group.name) has no tag \(version)."] }
    return lines + ["\(group.name) \(tag) can be chosen."]
  }
}
