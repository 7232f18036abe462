import JSON
import Text

/// Reads the options of a file of Renovate's, with those of presets, in the order in which they
/// apply.
struct RenovateExpansion {
  /// The carried and reported options so far.
  var ledger = ImportLedger()
  /// The options of the whole repository; a later one of the same name replaces an earlier one.
  private(set) var options: [RenovateOption] = []
  /// Objects named after managers, then objects named after steps, then `packageRules`.
  ///
  /// Renovate applies `packageRules` again after the objects of steps, including those in rules.
  var rules: [RenovateRule] { managerRules + stepRules + nestedRules + packageRules }

  private var managerRules: [RenovateRule] = []
  private var packageRules: [RenovateRule] = []
  private var stepRules: [RenovateRule] = []
  /// Objects named after steps in `packageRules`.
  private var nestedRules: [RenovateRule] = []
  /// The first preset of the current object that isn't read.
  private var unreadPreset: String?
  private var ignoredPresets: Set<String> = []
  private static let deepestPreset = 10

  private let presets: [String: SourceText]
  /// Presets in other repositories whose text isn't known.
  private(set) var unreadPresets: [RenovatePresetReference] = []

  /// Reads a file's object.
  ///
  /// - Parameters:
  ///   - root: the object.
  ///   - presets: the texts of presets in other repositories, by the text in `extends`.
  init(_ root: JSON5Node, presets: [String: SourceText] = [:]) {
    self.presets = presets
    if let ignored = root["ignorePresets"]?.strings { ignoredPresets = Set(ignored) }
    for option in flatten(root, prefix: "", inherited: nil) { add(option) }
    options = effective(options)
  }

  private mutating func add(_ option: RenovateOption) {
    let isObject = option.value.members != nil
    switch option.name {
    case "ignorePresets":
      guard option.value.strings != nil else {
        return ledger.lose(option.origin, "is not a list of texts")
      }
      ledger.carry(option.origin, to: "the presets are left out")
    case "packageRules":
      for rule in rules(in: option) {
        nestedRules += steps(of: rule)
        packageRules.append(rule)
        packageRules[packageRules.count - 1].options.removeAll(where: isOfStep)
      }
    case let name where isObject && RenovateManagers.all.contains(name):
      managerRules.append(rule(option, matching: "matchManagers"))
    case _ where isOfStep(option):
      stepRules.append(rule(option, matching: "matchUpdateTypes"))
    default: options.append(option)
    }
  }

  private mutating func rules(in option: RenovateOption) -> [RenovateRule] {
    guard let elements = option.value.elements else {
      ledger.lose(option.origin, "is not a list")
      return []
    }
    return elements.enumerated().compactMap { index, element in
      let isOwn = option.origin.preset == nil
      let path = "\(option.origin.path)[\(index)]"
      let origin =
        isOwn ? RenovateOrigin(location: element.location, path: path) : option.origin
      guard element.members != nil else {
        ledger.lose(origin, "is not an object")
        return nil
      }
      unreadPreset = nil
      let options = flatten(element, prefix: path + ".", inherited: isOwn ? nil : origin)
      var rule = RenovateRule(origin: origin, options: effective(options))
      rule.unreadPreset = unreadPreset
      return rule
    }
  }

  /// Whether an option is an object such as `major: {automerge: true}`.
  private func isOfStep(_ option: RenovateOption) -> Bool {
    option.value.members != nil && RenovateSteps.all.contains(option.name)
  }

  /// The objects of steps in a rule, as rules with its conditions.
  private mutating func steps(of rule: RenovateRule) -> [RenovateRule] {
    rule.options.filter(isOfStep).map { option in
      var nested = self.rule(option, matching: "matchUpdateTypes")
      nested.options =
        rule.options.filter { RenovateCondition.isCondition($0.name) }
        + nested.options
      nested.unreadPreset = rule.unreadPreset ?? nested.unreadPreset
      return nested
    }
  }

  /// An object such as `major: {automerge: true}` as a rule.
  private mutating func rule(
    _ option: RenovateOption, matching condition: String
  ) -> RenovateRule {
    let isOwn = option.origin.preset == nil
    unreadPreset = nil
    let options = flatten(
      option.value, prefix: option.origin.path + ".", inherited: isOwn ? nil : option.origin)
    let name = JSON5Node(.string(option.name), at: option.value.location)
    let match = RenovateOption(
      name: condition, value: JSON5Node(.array([name]), at: name.location), origin: option.origin)
    return RenovateRule(
      origin: option.origin, options: [match] + effective(options),
      isOfManager: condition == "matchManagers", unreadPreset: unreadPreset)
  }

  /// Returns the members of an object, after those of the presets that it extends.
  private mutating func flatten(
    _ node: JSON5Node, prefix: String, inherited: RenovateOrigin?, depth: Int = 0
  ) -> [RenovateOption] {
    let members = node.members ?? []
    var result: [RenovateOption] = []
    for member in members where member.name == "extends" {
      result += presets(member, prefix, inherited, depth)
    }
    for (index, member) in members.enumerated() where member.name != "extends" {
      let own = RenovateOrigin(location: member.location, path: prefix + member.name)
      if inherited == nil, members[(index + 1)...].contains(where: { $0.name == member.name }) {
        ledger.note(own, "is repeated: the last value is used, as in Renovate")
      } else {
        result.append(
          RenovateOption(name: member.name, value: member.value, origin: inherited ?? own).migrated)
      }
    }
    return result
  }

  private mutating func presets(
    _ member: JSON5Node.Member, _ prefix: String, _ inherited: RenovateOrigin?, _ depth: Int
  ) -> [RenovateOption] {
    let elements = member.value.elements ?? [member.value]
    return elements.enumerated().flatMap { index, element -> [RenovateOption] in
      let path = prefix + "extends" + (member.value.elements == nil ? "" : "[\(index)]")
      var origin = inherited ?? RenovateOrigin(location: element.location, path: path)
      guard let text = element.string else {
        unreadPreset = unreadPreset ?? path
        ledger.lose(origin, "is not a text")
        return []
      }
      if inherited != nil { origin.preset = text }
      return options(of: text, origin, depth)
    }
  }

  private mutating func options(
    of preset: String, _ origin: RenovateOrigin, _ depth: Int
  ) -> [RenovateOption] {
    let name = preset.printableLine
    if ignoredPresets.contains(preset) {
      ledger.carry(origin, to: "left out, because of 'ignorePresets'")
      return []
    }
    switch find(preset, origin) {
    case .options(let node):
      guard depth < Self.deepestPreset else {
        unreadPreset = unreadPreset ?? preset
        ledger.lose(origin, "extends presets more than \(Self.deepestPreset) levels deep")
        return []
      }
      ledger.carry(origin, to: "its options")
      var inner = origin
      inner.preset = preset
      return flatten(node, prefix: "", inherited: inner, depth: depth + 1)
    case .without(let reason):
      if RenovatePresets.hasConditions(preset) { unreadPreset = unreadPreset ?? preset }
      ledger.note(origin, origin.preset == nil ? "('\(name)') \(reason)" : reason)
    case .inRepository:
      unreadPreset = unreadPreset ?? preset
      ledger.lose(
        origin,
        "('\(name)') is a preset of another repository, which is not read: import that "
          + "file too, and name the result in 'extends' of the new file")
    case .unknown:
      unreadPreset = unreadPreset ?? preset
      ledger.lose(
        origin,
        "('\(name)') is not in martlet's table of presets, which describes "
          + RenovatePresets.version)
    }
    return []
  }
}

extension RenovateExpansion {
  /// Looks a preset up in the table and among those of other repositories.
  private mutating func find(
    _ preset: String, _ origin: RenovateOrigin
  ) -> RenovatePresets.Answer {
    let answer = RenovatePresets.find(preset)
    guard case .inRepository = answer, let reference = RenovatePresetReference(preset) else {
      return answer
    }
    guard let source = presets[preset] else {
      if !unreadPresets.contains(reference) { unreadPresets.append(reference) }
      return answer
    }
    do throws(SyntaxError) {
      return .options(try JSON5Node(parsing: source).filling(reference.arguments))
    } catch {
      ledger.lose(origin, "can't be read: \(error.location): \(error.message)")
      return answer
    }
  }
}

/// Options that Renovate combines instead of replacing them.
private let combined: Set<String> = [
  "ignoreDeps", "addLabels", "lockFileMaintenance", "vulnerabilityAlerts", "hostRules",
  "customManagers", "regexManagers", "packageRules", "additionalReviewers", "postUpdateOptions",
]

/// The last option of every name, in the order of the first ones.
private func effective(_ options: [RenovateOption]) -> [RenovateOption] {
  var result: [RenovateOption] = []
  var indices: [String: Int] = [:]
  for option in options {
    if let index = indices[option.name], !combined.contains(option.name) {
      result[index] = option
    } else {
      indices[option.name] = result.count
      result.append(option)
    }
  }
  return result
}
