import JSON
import Text

/// Options about how pull requests are written and kept, and about maintenance.
extension RenovateTranslation {
  /// Translates one of these options; returns whether it is one.
  mutating func translatesWriting(_ option: RenovateOption) -> Bool {
    switch option.name {
    case "timezone": zone(option)
    case "description": describe(option)
    case "dependencyDashboard": dashboard(option)
    case "rebaseWhen", "rebaseStalePrs": rebase(option)
    case let name where Self.titleOptions.contains(name): prefix(option)
    case "lockFileMaintenance": maintenance(option)
    case "vulnerabilityAlerts": alerts(option)
    default: return false
    }
    return true
  }

  /// The time zone is a part of every schedule.
  private mutating func zone(_ option: RenovateOption) {
    guard option.value.string != nil else { return ledger.lose(option.origin, "is not a text") }
    ledger.carry(option.origin, to: "schedule: timezone")
  }

  private mutating func describe(_ option: RenovateOption) {
    guard let texts = option.value.strings else {
      return ledger.lose(option.origin, "is not a list of texts")
    }
    top.remark = texts.joined(separator: " ").printableLine
    ledger.carry(option.origin, to: "a comment")
  }

  private mutating func dashboard(_ option: RenovateOption) {
    guard let isOn = option.value.bool else {
      return ledger.lose(option.origin, "is not true or false")
    }
    top["dashboard"] = Draft(.bool(isOn), from: [option.origin])
    ledger.carry(option.origin, to: "dashboard")
  }

  private mutating func rebase(_ option: RenovateOption) {
    let strategy: String
    switch option.value.content {
    case .bool(false), .string("auto"), .string("conflicted"), .string("automerging"):
      strategy = "auto"
    case .bool(true), .string("behind-base-branch"): strategy = "behind-base-branch"
    case .string("never"): strategy = "disabled"
    default: return ledger.lose(option.origin, "has an unknown value")
    }
    set("rebase-strategy", Draft(.text(strategy), from: [option.origin]), in: ecosystemKeys)
    ledger.carry(option.origin, to: "rebase-strategy")
  }

  private mutating func maintenance(_ option: RenovateOption) {
    guard let members = option.value.members else {
      return ledger.lose(option.origin, "is not an object")
    }
    let locks = ecosystemKeys.filter { ["npm", "bundler", "swift", "cocoapods"].contains($0) }
    if option.value["enabled"]?.bool == false {
      set("lock-file-maintenance", Draft(.mapping([])), in: [])
      for word in locks { entries[word]?["lock-file-maintenance"] = nil }
    } else if entries[locks.first ?? ""]?["lock-file-maintenance"] == nil
      || option.value["schedule"] != nil
    {
      maintain(option, locks)
    }
    for member in members {
      let origin = origin(of: member, in: option)
      switch member.name {
      case "enabled" where member.value.bool != nil, "schedule":
        ledger.carry(origin, to: "lock-file-maintenance")
      default: ledger.lose(origin, "has no counterpart for the maintenance of locks")
      }
    }
    ledger.carry(option.origin, to: "lock-file-maintenance")
  }

  /// Writes the key with the schedule, whose default is Renovate's.
  private mutating func maintain(_ option: RenovateOption, _ ecosystemKeys: [String]) {
    let monday = JSON5Node(.string("before 4am on monday"), at: option.value.location)
    let schedule = RenovateOption(
      name: "schedule", value: option.value["schedule"] ?? monday, origin: option.origin)
    switch renovateSetting(schedule, timezone: timezone) {
    case .keys(let keys, let note):
      let draft = keys.first?.value
      set(
        "lock-file-maintenance", Draft(["schedule": draft], from: [option.origin]),
        in: ecosystemKeys)
      if let note { ledger.note(option.origin, "'schedule' \(note)") }
    case .without(let reason): ledger.lose(option.origin, "'schedule' \(reason)")
    default: break
    }
  }

  /// Security updates are always on.
  private mutating func alerts(_ option: RenovateOption) {
    guard let members = option.value.members else {
      return ledger.lose(option.origin, "is not an object")
    }
    ledger.carry(option.origin, to: "security updates, which are always made")
    for member in members {
      let origin = origin(of: member, in: option)
      switch (member.name, member.value.content) {
      case ("enabled", .bool(true)), ("minimumReleaseAge", .null), ("schedule", .array([])):
        ledger.carry(origin, to: "security updates, which don't wait")
      case ("enabled", .bool(false)):
        ledger.lose(origin, "has no counterpart: martlet always makes security updates")
      default: ledger.lose(origin, "has no counterpart for security updates alone")
      }
    }
  }

  private func origin(of member: JSON5Node.Member, in option: RenovateOption) -> RenovateOrigin {
    guard option.origin.preset == nil else { return option.origin }
    return RenovateOrigin(location: member.location, path: "\(option.origin.path).\(member.name)")
  }
}
