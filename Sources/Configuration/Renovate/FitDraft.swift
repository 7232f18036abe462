/// Removes the keys that the reader of files doesn't know, so that a new file is never refused.
struct DraftFitting {
  /// The options whose keys were removed, with the name of the key.
  private(set) var removed: [(key: String, origins: [RenovateOrigin])] = []

  /// Returns the value without unknown keys; nil if nothing useful is left of it.
  mutating func fit(_ draft: Draft, to type: SchemaType) -> Draft? {
    switch (draft.content, type) {
    case (_, .either(let types)):
      let isFitting = { (type: SchemaType) in accepts(type, draft) }
      return types.first(where: isFitting).map { fit(draft, to: $0) } ?? draft
    case (.mapping(let members), .section(let keys)):
      return fit(draft, members, keys)
    case (.mapping(let members), .map(let type)):
      var draft = draft
      draft.content = .mapping(
        members.compactMap { member in
          fit(member.value, to: type).map { Draft.Member(key: member.key, value: $0) }
        })
      return draft
    case (.list(let elements), .list(let type)):
      var draft = draft
      draft.content = .list(elements.compactMap { fit($0, to: type) })
      return draft
    default: return draft
    }
  }

  private mutating func fit(
    _ draft: Draft, _ members: [Draft.Member], _ keys: [SchemaKey]
  ) -> Draft? {
    var kept: [Draft.Member] = []
    for member in members {
      guard let key = keys.first(where: { $0.name == member.key }) else {
        if member.key == "<<" {
          kept.append(member)
          continue
        }
        // A rule without one of its conditions would apply to too much.
        let isCondition = member.key == "match" || keys.contains { $0.name == "update-type" }
        let whole = isCondition ? draft : member.value
        removed.append((member.key, draft.origins + whole.allOrigins))
        if isCondition { return nil }
        continue
      }
      guard let value = fit(member.value, to: key.type) else { return nil }
      kept.append(Draft.Member(key: member.key, value: value))
    }
    let isRule = keys.contains { $0.name == "dependency-name" }
    if isRule, members.count > 1, kept.count < 2 { return nil }
    var draft = draft
    draft.content = .mapping(kept)
    return draft
  }
}

/// Whether a type is for values of this form.
private func accepts(_ type: SchemaType, _ draft: Draft) -> Bool {
  switch (draft.content, type) {
  case (.mapping, .section), (.mapping, .map), (.list, .list): true
  case (.text, .string), (.text, .form), (.text, .words), (.bool, .boolean), (.number, .integer):
    true
  default: false
  }
}
