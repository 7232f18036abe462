import Ecosystem
import Text
import Versioning

extension CarthageProject {
  /// Computes the new Cartfiles and the new `Cartfile.resolved`.
  ///
  /// The lock is what `carthage update NAME…` writes: it resolves everything, and keeps the pins of
  /// dependencies that are neither named nor needed by a named one. Carthage doesn't check that these
  /// fit the new versions; a result in which they don't is an error here.
  func change(toward goal: Goal) async throws(Problem) -> Change {
    var plan = CarthagePlan()
    var metadata = CarthageMetadata()
    switch goal {
    case .lock(let options):
      if options.fresh || lock == nil { break }
      plan.names = unfit
      if plan.names?.isEmpty == true { return Change(files: [], moves: []) }
    case .updateAll(let options): plan.level = options.strict ? options.level : nil
    case .update(let targets, let options):
      plan.names = []
      plan.leavesOutMissing = options.raises
      for target in targets {
        let origin = try origin(named: target.name)
        var version = target.version
        // A branch is always updated to its head.
        if case .reference? = entry(of: origin)?.entry.requirement, version?.isCommit == true {
          version = nil
        }
        let tag = try await tag(version, of: origin, &metadata)
        try plan.add(origin, tag, options, to: self)
      }
    }
    return try await change(plan, &metadata)
  }

  /// Finds the tag of a version: `v1.2.0` for `v1.2.0` or `1.2.0`.
  private func tag(
    _ version: String?, of origin: CarthageOrigin, _ metadata: inout CarthageMetadata
  ) async throws(Problem) -> String? {
    guard let version else { return nil }
    try await library.fetch([.versions(origin)], into: &metadata)
    let tags = metadata.versions[origin] ?? []
    let found =
      tags.first { $0 == version }
      ?? tags.sorted().first { CarthageVersion($0)?.description == version }
    guard let found else {
      throw Problem(.usage, "has no such tag", subject: "\(origin.identity) \(version)")
    }
    return found
  }

  private func change(
    _ plan: CarthagePlan, _ metadata: inout CarthageMetadata
  ) async throws(Problem) -> Change {
    var edited: [SourceText] = []
    for file in files { edited.append(try file.edited(by: plan.replacements)) }
    let after = try Cartfile.combined(try edited.map { text throws(Problem) in try Cartfile(text) })
    try prove(plan, after.map(\.entry))
    let needs = after.map { CarthageMetadata.Need($0.entry.origin, $0.entry.requirement) }
    let solution = try await library.solve(
      needs, &metadata, leavesOut: plan.leavesOutMissing
    ) { plan.narrow(&$0, pins) }
    let chosen = plan.names.map { solution.updating($0, keeping: pins) } ?? solution.pins
    try check(chosen, plan)
    try await checkFit(chosen, &metadata)
    return outcome(chosen, edited, after.map(\.entry))
  }

  var pins: [CarthageOrigin: String] { lock?.pins ?? [:] }

  /// The names of dependencies whose pin is missing or doesn't satisfy the Cartfile.
  private var unfit: Set<String> {
    Set(
      entries.map(\.entry).filter { entry in
        guard let pin = pins[entry.origin] else { return true }
        if case .reference(let name) = entry.requirement { return isTag(name) && name != pin }
        return !entry.requirement.isSatisfied(by: pin)
      }.map(\.origin.name))
  }

  private func isTag(_ name: String) -> Bool { CarthageVersion(name) != nil }

  /// Checks by parsing again that an edit changed the intended requirements and nothing else.
  private func prove(_ plan: CarthagePlan, _ after: [Cartfile.Entry]) throws(Problem) {
    let isSame =
      after.count == entries.count
      && zip(entries, after).allSatisfy { old, new in
        let target = plan.targets[new.origin]
        return old.entry.origin == new.origin
          && (target.map(new.requirement.isSatisfied(by:)) ?? true)
          && (target != nil || old.entry.requirement == new.requirement)
      }
    guard isSame else {
      throw Problem(
        .refused, "can't be edited without changing something else", subject: project.manifest)
    }
  }

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

  /// Checks that every pin satisfies the Cartfiles of all others.
  private func checkFit(
    _ pins: [CarthageOrigin: String], _ metadata: inout CarthageMetadata
  ) async throws(Problem) {
    let documents = pins.filter { $0.key.kind != .binary }.map {
      CarthageDocument.cartfile($0.key, pin: $0.value)
    }
    try await library.fetch(
      Set(documents.filter { metadata.cartfiles[$0] == nil }), into: &metadata)
    for case .cartfile(let parent, let pin) in documents {
      let lines = try metadata.cartfiles[.cartfile(parent, pin: pin)]?.get() ?? []
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
  }
}

extension CarthageProject {
  private func outcome(
    _ pins: [CarthageOrigin: String], _ edited: [SourceText], _ after: [Cartfile.Entry]
  ) -> Change {
    var changes = zip(files, edited).filter { $0.0 != $0.1 }.map { old, new in
      FileChange(path: old.file, before: old.bytes, after: new.bytes)
    }
    let text = Array(ResolvedCartfile(pins).text.utf8)
    if text != lockText?.bytes, pins != self.pins || lockText == nil {
      changes.append(FileChange(path: lockPath, before: lockText?.bytes, after: text))
    }
    let names = Set(pins.keys).union(self.pins.keys).filter { pins[$0] != self.pins[$0] }
    let requirements = Dictionary(
      zip(entries.map(\.entry), after).map { ($0.origin, ($0.requirement, $1.requirement)) }
    ) { first, _ in first }
    let moves = names.sorted().map { origin in
      let edit = requirements[origin].flatMap { old, new in
        old == new ? nil : Move.Edit(before: "\(old)", after: "\(new)")
      }
      let file = entry(of: origin)?.file
      return Move(
        name: origin.identity, from: self.pins[origin], to: pins[origin],
        kind: file == nil ? .indirect : .direct,
        group: file?.hasSuffix(".private") == true ? .development : .production, requirement: edit)
    }
    return Change(files: changes.sorted { $0.path < $1.path }, moves: moves)
  }
}
