import Ecosystem
import Forges
import SwiftPM
import TestSupport
import Testing
import Updates
import Versioning

/// An update of one dependency: `sample("nio", "2.0.0", "2.1.0", .minor)`.
func sample(
  _ name: String, _ from: String, _ to: String, _ step: Step? = .minor,
  ecosystem: EcosystemID = .swift, directory: String = "/", base: String = "main",
  group: Dependency.Group = .production, lock: String? = "Package.resolved",
  source: String? = nil, requirement: Move.Edit? = nil, along: [Move] = []
) throws -> Update {
  let dependency = Dependency(
    name: name, kind: .direct, group: group, current: lock == nil ? nil : from, source: source)
  let move = Move(name: name, from: from, to: to, kind: .direct, requirement: requirement)
  return Update(
    key: try key(name, ecosystem: ecosystem, directory: directory, base: base),
    parts: [
      .init(
        project: Project(
          ecosystem: ecosystem, directory: directory, manifest: "Package.swift", lock: lock),
        leads: [.init(dependency: dependency, from: from, to: to, step: step)],
        change: Change(files: [], moves: [move] + along))
    ])
}

func key(
  _ name: String, ecosystem: EcosystemID = .swift, directory: String = "/", base: String = "main"
) throws -> UpdateKey {
  UpdateKey(
    repository: "hub/acme/app", base: base,
    scope: .directory(ecosystem, directory), subject: .dependency(name))
}
