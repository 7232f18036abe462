import Text
import YAML

/// The automatic merges of Mergify's rules while they are read.
struct MergifyTranslation {
  var ledger = ImportLedger()
  private let queues: [Node]
  private var used: Set<String> = []
  private var types: Set<String> = []
  private var method: String?
  private var checks: [String] = []
  private var origins: [RenovateOrigin] = []

  init(queues: [Node]) {
    self.queues = queues
  }

  /// The lists of conditions that a queue can have.
  private static let conditions = [
    "merge_conditions", "conditions", "queue_conditions", "routing_conditions",
  ]

  /// Translates a rule, or reports it as a whole.
  mutating func translate(_ rule: Node, _ path: String) {
    let origin = RenovateOrigin(location: rule.location, path: path)
    guard rule["disabled"] == nil else { return ledger.note(origin, "is switched off") }
    let actions = rule["actions"]
    guard let action = actions?["merge"] ?? actions?["queue"] else {
      return ledger.lose(origin, "doesn't merge, and has no counterpart")
    }
    let isQueued = actions?["merge"] == nil
    let queue = isQueued ? self.queue(of: action) : nil
    let further = Self.conditions.flatMap { queue?[$0]?.elements ?? [] }
    let condition = MergifyCondition((rule["conditions"]?.elements ?? []) + further)
    guard condition.isOfBot else {
      return ledger.lose(origin, "isn't only about pull requests of Dependabot or Renovate")
    }
    if let unknown = condition.unknown {
      return ledger.lose(
        origin,
        "has the condition '\(unknown.printableLine)', without which it would merge too much")
    }
    guard !isQueued || queue != nil else {
      return ledger.lose(
        origin,
        "merges by a queue that the file doesn't describe, and whose conditions can't be read")
    }
    merge(condition, action, queue, origin)
    reportOthers(of: rule, origin)
  }

  private mutating func queue(of action: Node) -> Node? {
    let name = action["name"]?.string
    let found =
      name == nil && queues.count == 1
      ? queues.first : queues.first { $0["name"]?.string == name ?? "default" }
    if let name = found?["name"]?.string { used.insert(name) }
    return found
  }

  private mutating func merge(
    _ condition: MergifyCondition, _ action: Node, _ queue: Node?, _ origin: RenovateOrigin
  ) {
    types.formUnion(condition.types)
    checks += condition.checks.filter { !checks.contains($0) }
    if let base = condition.base {
      ledger.note(
        origin,
        "is for the branch '\(base.printableLine)': martlet's entries are for the default branch")
    }
    let written = action["method"] ?? action["merge_method"] ?? queue?["merge_method"]
    if let text = written?.string {
      if !["merge", "squash", "rebase"].contains(text) {
        ledger.lose(origin, "has the method '\(text.printableLine)', which has no counterpart")
      } else if let method, method != text {
        ledger.lose(origin, "has another method than an earlier rule, which counts: '\(method)'")
      } else {
        method = text
      }
    }
    origins.append(origin)
    ledger.carry(origin, to: "automerge")
    reportKeys(action, "of the action", origin)
    if let queue { reportKeys(queue, "of the queue", origin) }
  }

  /// Reports keys that are neither conditions nor a method.
  private mutating func reportKeys(_ node: Node, _ owner: String, _ origin: RenovateOrigin) {
    let known = Self.conditions + ["name", "method", "merge_method"]
    let others = (node.entries ?? []).map(\.name).filter { !known.contains($0) }
    guard !others.isEmpty else { return }
    let names = others.map { "'\($0.printableLine)'" }.joined(separator: ", ")
    ledger.note(origin, "has \(names) \(owner), without a counterpart")
  }

  private mutating func reportOthers(of rule: Node, _ origin: RenovateOrigin) {
    for other in (rule["actions"]?.entries ?? []).map(\.name)
    where !["merge", "queue"].contains(other) {
      ledger.note(origin, "has the action '\(other.printableLine)', which has no counterpart")
    }
    for other in (rule.entries ?? []).map(\.name)
    where !["name", "description", "conditions", "actions"].contains(other) {
      ledger.note(origin, "has '\(other.printableLine)', which has no counterpart")
    }
  }

  /// Reports the rest of the file; protections prevent merges that martlet would make.
  mutating func finish(_ root: Node) {
    for (index, queue) in queues.enumerated() {
      let name = queue["name"]?.string ?? ""
      guard !used.contains(name) else { continue }
      let origin = RenovateOrigin(location: queue.location, path: "queue_rules[\(index)]")
      ledger.note(origin, "isn't the queue of a rule about bots")
    }
    for entry in root.entries ?? []
    where !["pull_request_rules", "queue_rules"].contains(entry.name) {
      let origin = RenovateOrigin(location: entry.key.location, path: entry.name)
      guard ["merge_protections", "extends", "defaults"].contains(entry.name), !types.isEmpty else {
        ledger.lose(origin, "has no counterpart: martlet merges only its own pull requests")
        continue
      }
      if entry.name == "defaults" {
        ledger.lose(origin, "isn't carried over: write the method of merges in 'automerge'")
        continue
      }
      types = []
      ledger.lose(
        origin,
        "can forbid merges, and isn't carried over, so that nothing is merged automatically")
    }
  }

  /// The new file: an entry for each word.
  func file(for names: [String]) -> Draft {
    let merge = Draft(
      [
        "update-types": Draft(MergifyCondition.steps.filter(types.contains)),
        "method": method.map { Draft(.text($0)) },
      ], from: origins)
    let entries = names.map { word in
      Draft([
        "package-ecosystem": Draft(.text(word)), "directories": Draft(["/**"]),
        "schedule": Draft(["interval": Draft(.text("weekly"))]),
        "automerge": types.isEmpty ? nil : merge,
        "ci": checks.isEmpty || types.isEmpty ? nil : Draft(["required": Draft(checks)]),
      ])
    }
    return Draft(["updates": Draft(.list(entries))])
  }
}
