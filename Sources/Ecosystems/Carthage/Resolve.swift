import Ecosystem
import Text
import Versioning

/// Resolves as Carthage does.
///
/// The lock is what `carthage update NAME…` writes: it resolves everything, and keeps the pins of
/// dependencies that are neither named nor needed by a named one. Carthage doesn't check that these
/// fit the new versions; a result in which they don't is an error here.
extension CarthageProject {
  var lockBytes: [UInt8]? { lockText?.bytes }

  func resolve(
    _ plan: inout CarthagePlan, since before: CarthageProject
  ) async throws(Problem) -> ResolvedCartfile {
    let (narrowing, pins) = (plan, pins)
    let solution = try await library.solve(
      needs, &plan.metadata, leavesOut: plan.leavesOutMissing
    ) { narrowing.narrow(&$0, pins) }
    let chosen = plan.names.map { solution.updating($0, keeping: pins) } ?? solution.pins
    try check(chosen, plan)
    try await checkFit(chosen, &plan.metadata)
    return ResolvedCartfile(chosen)
  }

  var pins: [CarthageOrigin: String] { lock?.pins ?? [:] }

  /// Refuses a result that misses a target, or takes a tag without a version for a range.
  private func check(_ pins: [CarthageOrigin: String], _ plan: CarthagePlan) throws(Problem) {
    for (origin, tag) in plan.targets.sorted(by: { $0.key < $1.key }) where pins[origin] != tag {
      throw Problem(
        .unsolvable, "can't be chosen: another dependency needs a different version",
        subject: "\(origin.identity) \(tag)",
        explanation: ["Carthage would choose \(pins[origin] ?? "nothing")."])
    }
    for (origin, pin) in pins.sorted(by: { $0.key < $1.key }) where self.pins[origin] != pin {
      if case .reference = entry(of: origin)?.entry.requirement { continue }
      guard origin.kind == .binary || CarthageVersion(pin) != nil || pin.isCommit else {
        throw Problem(
          .refused, "would be chosen, though the tag is not a version",
          subject: "\(origin.identity) \(pin)",
          advice: "no version satisfies the requirement, and Carthage accepts such tags for all")
      }
    }
  }

  /// Checks that every pin satisfies the Cartfiles of all others, which need each other in no new cycle.
  private func checkFit(
    _ pins: [CarthageOrigin: String], _ metadata: inout CarthageMetadata
  ) async throws(Problem) {
    let documents = pins.filter { $0.key.kind != .binary }.map {
      CarthageDocument.cartfile($0.key, pin: $0.value)
    }
    try await library.fetch(
      Set(documents.filter { metadata.cartfiles[$0] == nil }), into: &metadata)
    var edges: [String: Set<String>] = [:]
    for case .cartfile(let parent, let pin) in documents {
      let lines = try metadata.cartfiles[.cartfile(parent, pin: pin)]?.get() ?? []
      edges[parent.identity] = Set(lines.map(\.origin.identity))
      for need in lines {
        if case .reference = need.requirement { continue }
        guard let chosen = pins[need.origin], !need.requirement.isSatisfied(by: chosen) else {
          continue
        }
        throw Problem(
          .unsolvable,
          "needs \(need.origin.identity) \(need.requirement), which would stay at \(chosen)",
          subject: "\(parent.identity) \(pin)",
          advice: "update \(need.origin.name) together with \(parent.name)")
      }
    }
    try checkOrder(pins, edges)
  }

  /// Refuses new pins in a cycle: Carthage writes the lock, and then finds no order to build it in.
  private func checkOrder(
    _ pins: [CarthageOrigin: String], _ edges: [String: Set<String>]
  ) throws(Problem) {
    let moved = Set(pins.keys.filter { pins[$0] != self.pins[$0] }.map(\.identity))
    guard let names = cycle(in: edges), !moved.isDisjoint(with: names) else { return }
    throw Problem(
      .unsolvable, "needs a dependency that needs it, which Carthage can't build",
      subject: names.first,
      explanation: zip(names, names.dropFirst() + names.prefix(1)).map { "\($0) needs \($1)." })
  }
}

extension CarthageProject {
  func keepsLock(
    _ new: ResolvedCartfile, _ plan: CarthagePlan, since before: CarthageProject
  ) -> Bool {
    lock == new
  }

  func requirements(_ plan: CarthagePlan, since before: CarthageProject) -> [RequirementEdit] {
    zip(before.entries, entries).compactMap { old, new in
      guard old.entry.requirement != new.entry.requirement else { return nil }
      return RequirementEdit(
        name: new.entry.origin.identity, file: new.file, before: "\(old.entry.requirement)",
        after: "\(new.entry.requirement)")
    }
  }

  func moves(
    to new: ResolvedCartfile, _ plan: CarthagePlan, since before: CarthageProject
  ) -> [Move] {
    let names = Set(new.pins.keys).union(pins.keys).filter { new.pins[$0] != pins[$0] }
    let requirements = Dictionary(
      zip(before.entries, entries).map {
        ($0.entry.origin, ($0.entry.requirement, $1.entry.requirement))
      }
    ) { first, _ in first }
    return names.sorted().map { origin in
      let edit = requirements[origin].flatMap { old, new in
        old == new ? nil : Move.Edit(before: "\(old)", after: "\(new)")
      }
      let file = entry(of: origin)?.file
      return Move(
        name: origin.identity, from: pins[origin], to: new.pins[origin],
        kind: file == nil ? .indirect : .direct,
        group: file?.hasSuffix(".private") == true ? .development : .production, requirement: edit)
    }
  }
}
