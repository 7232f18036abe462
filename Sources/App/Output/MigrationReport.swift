import Ecosystem
import JSON
import Migration

extension [MigrateCommand.Outcome] {
  /// The document of `migrate --json`.
  var json: Value { ["schema": 1, "migrations": .array(map(\.json))] }
}

extension MigrateCommand.Outcome {
  /// The report for people: a table, what each dependency offers or lacks, and the order.
  var text: String {
    let header = ["name", "kind", "version", "requirement", "package", "status"]
    let direct = plan.rows.filter { $0.candidate.kind == .direct }
    let movable = direct.count { $0.status == .movable }
    let details = plan.rows.flatMap(\.details).map { "\($0)\n" }.joined()
    return
      "\(project.manifest): \(movable) of \(direct.count) can move to \(destination.displayName)\n"
      + table(header, plan.rows.map(\.cells)) + details + order + applied
  }

  private var order: String {
    let steps = plan.steps.enumerated().map { index, names in
      "  \(index + 1). \(names.joined(separator: ", "))\(names.count > 1 ? " (together)" : "")\n"
    }
    let cycles = plan.cycles.map { "\($0.joined(separator: ", ")) need each other\n" }
    return (steps.isEmpty ? "" : "order:\n" + steps.joined()) + cycles.joined()
  }

  private var applied: String {
    guard let change else { return "" }
    guard !change.files.isEmpty else { return "nothing to do\n" }
    let lines = change.moves.map { $0.line() } + change.files.map { "changed \($0.path)" }
    return (lines + afterwards.map { "next: \($0)" }).map { "\($0)\n" }.joined()
  }

  fileprivate var json: Value {
    let applied = change.map { change -> Value in
      [
        "files": .array(change.files.map { .string($0.path) }),
        "moves": .array(change.moves.map(\.json)), "next": .texts(afterwards),
      ]
    }
    return [
      "ecosystem": .string(project.ecosystem.rawValue),
      "directory": .string(project.directory), "manifest": .string(project.manifest),
      "destination": .string(destination.id.rawValue),
      "dependencies": .array(plan.rows.map(\.json)),
      "order": .array(plan.steps.map { .texts($0) }),
      "cycles": .array(plan.cycles.map { .texts($0) }), "applied": applied ?? .null,
    ]
  }
}

extension MigrationPlan.Row {
  fileprivate var cells: [String] {
    let shown = { (text: String?) in text.map { $0.isEmpty ? "-" : $0 } ?? "-" }
    return [
      name, candidate.kind.rawValue, shown(candidate.version), shown(candidate.written),
      shown(candidate.kind == .direct ? requirement?.text : nil), status.rawValue,
    ]
  }

  fileprivate var details: [String] {
    let package = offer.map { "\(name): \($0.sentence)" }
    let links = Dictionary(grouping: links, by: \.product).sorted { $0.key < $1.key }.map {
      "\(name): \($0.key) for \($0.value.map(\.use.target).joined(separator: ", "))"
    }
    let remark = requirement?.remark.map { "\(name): \($0)" }
    // The reasons for failed look-ups go to standard error, too.
    let unknown = problem.map { "\(name): unknown: \($0.fullMessage)" }
    return [package].compactMap(\.self) + links + [remark, unknown].compactMap(\.self)
      + obstacles.map { "\(name): \($0.message)" } + candidate.notes.map { "\(name): \($0)" }
  }

  fileprivate var json: Value {
    let text = { (text: String?) -> Value in text.map { .string($0) } ?? .null }
    let found = requirement.map { requirement -> Value in
      .object(Object(requirement.fields.map { ($0.key, .string($0.value)) }))
    }
    return [
      "name": .string(name), "kind": .string(candidate.kind.rawValue),
      "requirement": .string(candidate.written), "version": text(candidate.version),
      "status": .string(status.rawValue), "package": offer?.json ?? .null,
      "packageRequirement": found ?? .null, "remark": text(requirement?.remark),
      "links": .array(links.map(\.json)),
      "obstacles": .array(
        obstacles.map { ["kind": .string($0.kind.rawValue), "message": .string($0.message)] }),
      "notes": .texts(candidate.notes), "reason": text(problem?.fullMessage),
    ]
  }
}

extension PackageAddition.Link {
  fileprivate var json: Value {
    [
      "product": .string(product), "project": .string(use.project), "target": .string(use.target),
    ]
  }
}

extension PackageOffer {
  fileprivate var sentence: String {
    let state = version ?? String(commit.prefix(12))
    let systems = platforms.map(\.displayName).joined(separator: ", ")
    return "\(origin.repository) \(state), tools \(tools)"
      + (systems.isEmpty ? "" : ", \(systems)")
      + "; products \(products.isEmpty ? "none" : products.map(\.name).joined(separator: ", "))"
  }

  fileprivate var json: Value {
    [
      "repository": .string(origin.repository), "version": version.map { .string($0) } ?? .null,
      "commit": .string(commit), "tools": .string(tools),
      "platforms": .object(
        Object(
          platforms.map { platform in
            (platform.name, .string(platform.version.map(String.init).joined(separator: ".")))
          })),
      "products": .texts(products.map(\.name)),
    ]
  }
}

extension Value {
  fileprivate static func texts(_ texts: [String]) -> Value { .array(texts.map { .string($0) }) }
}
