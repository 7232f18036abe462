import YAML

extension Shape where Value == UpdateEntry {
  /// Keys that another service adds to Dependabot's format; they take precedence over `settings`.
  ///
  /// Their meaning is applied if martlet has the same; otherwise a finding says what to write.
  static var keysOfOthers: [Key<UpdateEntry>] {
    [
      .foreign("auto-merge", "martlet's key is 'automerge: {update-types: [patch, minor]}'"),
      .foreign("auto-approve", "martlet approves nothing"),
      .foreign("approvers", "martlet's key is 'reviewers'"),
      .foreign(
        "open-security-pull-requests-limit", "security updates have no limit of their own"),
      .foreign("vulnerability-alerts", "martlet opens security updates, and no issues"),
      .foreign("updater-options", "martlet has no such options"),
      .foreign("unsubscribe-from-mr", "martlet changes no subscriptions"),
      .foreign("fork", "martlet pushes branches to the repository itself"),
      .without(
        ["trailers", "trailers-security", "trailers-development", "prefix-security"],
        in: Key("commit-message", \.commitMessage, .commitMessage)),
      .without(["hours"], in: Key("schedule", \.schedule, .schedule)),
      Key("rebase-strategy", type: .string, apply: rebaseStrategy),
      Key("milestone", type: .string) { node, entry, decoding in
        guard let text = node.string, Int(text) == nil else {
          entry.milestone = Shape<Int>.integer(1...Int.max).decode(node, &decoding)
          return
        }
        decoding.warn(
          "'milestone' has no effect: write the number at the end of the milestone's URL", at: node)
      },
    ]
  }

  /// Accepts `all` for `auto`, `none` for `disabled`, and a mapping with the key `strategy`.
  private static func rebaseStrategy(
    _ node: Node, _ entry: inout UpdateEntry, _ decoding: inout Decoding
  ) {
    for key in (node.entries ?? []) where key.name != "strategy" {
      decoding.warn("'\(key.name)' has no effect in 'rebase-strategy'", at: key.value)
    }
    let value = node["strategy"] ?? node
    switch value.string {
    case "all": entry.rebaseStrategy = .auto
    case "none": entry.rebaseStrategy = .disabled
    default:
      let shape = Shape<UpdateEntry.RebaseStrategy>.word
      if let strategy = shape.decode(value, &decoding) { entry.rebaseStrategy = strategy }
    }
  }
}

extension Key {
  /// A key of another service, with any value, that has no effect here.
  static func foreign(_ name: String, _ why: String) -> Key {
    Key(name, type: .string) { node, _, decoding in
      decoding.warn("'\(name)' has no effect: \(why)", at: node)
    }
  }

  /// A key whose section may have further keys, which have no effect.
  fileprivate static func without(_ names: Set<String>, in key: Key) -> Key {
    Key(key.name, type: key.type, required: key.isRequired) { node, root, decoding in
      for entry in (node.entries ?? []) where names.contains(entry.name) {
        decoding.warn("'\(entry.name)' has no effect in '\(key.name)'", at: entry.value)
      }
      let known = node.entries.map { entries in
        node.replacing(entries: entries.filter { !names.contains($0.name) })
      }
      key.apply(known ?? node, &root, &decoding)
    }
  }
}
