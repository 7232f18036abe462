import Ecosystem

extension Declaration {
  /// A difference between two declarations of the same name.
  struct Difference {
    var text: String
    var isUncertain = false
    /// Whether only the text of a type differs.
    var isOfTypes = false
  }

  /// Returns what code that used this declaration could notice of its replacement.
  func differences(to other: Declaration) -> [Difference] {
    var found: [Difference] = []
    func note(_ text: String, isUncertain: Bool = false, isOfTypes: Bool = false) {
      found.append(Difference(text: text, isUncertain: isUncertain, isOfTypes: isOfTypes))
    }
    if kind != other.kind {
      // A class has the members of an interface of the same name.
      let isStructural = kind == .interface || other.kind == .interface
      note("became a \(other.kind.rawValue)", isOfTypes: isStructural)
    }
    found += parameterDifferences(to: other)
    if result != other.result {
      let isUncertain =
        isInferred || other.isInferred || Self.differInQualification(result, other.result)
      note("became `\(other.result)`, was `\(result)`", isUncertain: isUncertain, isOfTypes: true)
    }
    for effect in other.effects.subtracting(effects).sorted() where !isWeaker(effect) {
      note("became `\(effect)`")
    }
    for trait in traits.symmetricDifference(other.traits).sorted() {
      note(other.traits.contains(trait) ? "became `\(trait)`" : "is no longer `\(trait)`")
    }
    for type in supertypes.subtracting(other.supertypes).sorted() {
      note("is no longer `\(type)`")
    }
    if kind == .protocol {
      for type in other.supertypes.subtracting(supertypes).sorted() {
        note("inherits `\(type)` now", isUncertain: true)
      }
    }
    if constraints != other.constraints { note("has other generic constraints", isOfTypes: true) }
    if isSettable, !other.isSettable { note("can no longer be set") }
    if condition != other.condition {
      note("is available under another condition", isUncertain: true)
    }
    for (platform, version) in other.introduced.sorted(by: { $0.key < $1.key })
    where introduced[platform] != version {
      note("needs \(platform) \(version)", isUncertain: true)
    }
    return found
  }

  /// Whether an effect that seems new allows less than one that was there.
  private func isWeaker(_ effect: String) -> Bool {
    effect.hasPrefix("throws") && effects.contains("throws")
      || effect == "rethrows" && effects.contains("throws")
  }

  private func parameterDifferences(to other: Declaration) -> [Difference] {
    guard let before = parameters?.filter({ !$0.isKeyword }),
      let after = other.parameters?.filter({ !$0.isKeyword })
    else {
      guard (parameters == nil) != (other.parameters == nil) else { return [] }
      if kind == .method, other.kind == .method {
        return [Difference(text: "may take other parameters", isUncertain: true)]
      }
      return [Difference(text: other.parameters == nil ? "is no longer called" : "is called now")]
    }
    var found = keywordDifferences(to: other)
    for (index, pair) in zip(before, after).enumerated() {
      let name = pair.0.label == "_" ? "parameter \(index + 1)" : "parameter `\(pair.0.label)`"
      if pair.0.type != pair.1.type {
        found.append(
          Difference(
            text: "\(name) became `\(pair.1.type)`, was `\(pair.0.type)`",
            isUncertain: Self.differInQualification(pair.0.type, pair.1.type), isOfTypes: true))
      }
      if pair.0.isOptional, !pair.1.isOptional, !pair.1.isVariadic {
        found.append(Difference(text: "\(name) can no longer be left out"))
      }
    }
    let counts = "takes \(after.count.counting("parameter")), took \(before.count)"
    if after.count < before.count, !(after.last?.isVariadic ?? false) {
      found.append(Difference(text: counts))
    }
    if before.contains(where: \.isVariadic), !after.contains(where: \.isVariadic) {
      found.append(Difference(text: "no longer takes any number of arguments"))
    }
    let isLonger = after.dropFirst(before.count).contains { !$0.isOptional && !$0.isVariadic }
    if isLonger {
      found.append(Difference(text: counts))
    }
    return found
  }

  /// Compares parameters that are passed by label, in any order.
  private func keywordDifferences(to other: Declaration) -> [Difference] {
    let before = (parameters ?? []).filter(\.isKeyword)
    let after = (other.parameters ?? []).filter(\.isKeyword)
    let takesAll = after.contains(where: \.isVariadic)
    var found: [Difference] = []
    for parameter in before where !parameter.isVariadic {
      guard let same = after.first(where: { $0.label == parameter.label }) else {
        if !takesAll { found.append(Difference(text: "no longer takes `\(parameter.label):`")) }
        continue
      }
      if parameter.isOptional, !same.isOptional {
        found.append(Difference(text: "`\(parameter.label):` can no longer be left out"))
      }
    }
    if before.contains(where: \.isVariadic), !takesAll {
      found.append(Difference(text: "no longer takes other keywords"))
    }
    let names = Set(before.map(\.label))
    for parameter in after where !parameter.isOptional && !parameter.isVariadic {
      guard !names.contains(parameter.label) else { continue }
      found.append(Difference(text: "requires `\(parameter.label):`"))
    }
    return found
  }

  /// Whether two types can be the same one with and without the name of its scope.
  private static func differInQualification(_ left: String, _ right: String) -> Bool {
    let (short, long) = left.utf8.count < right.utf8.count ? (left, right) : (right, left)
    return short.last == long.last && long.contains(".") && long.hasSuffix(".\(short)")
  }
}
