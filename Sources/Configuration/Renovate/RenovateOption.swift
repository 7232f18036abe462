import JSON
import Text

/// Where an option of Renovate's configuration is written.
struct RenovateOrigin: Hashable, Sendable {
  /// The place in the imported file.
  var location: Location
  /// The path of the option there: `packageRules[0].labels`, `extends[1]`.
  var path: String
  /// The preset of our table that has the option; nil for the file itself.
  var preset: String?

  /// The text of comments: `renovate.json:12: labels`.
  var comment: String {
    let file = location.file.slashParts().last.map(String.init) ?? location.file
    let name = preset.map { "preset '\($0.printableLine)'" } ?? path.printableLine
    return "\(file.printableLine):\(location.line): \(name)"
  }
}

/// An option with its value.
struct RenovateOption: Hashable, Sendable {
  /// Renovate's name: `prConcurrentLimit`.
  var name: String
  /// The value, which is the last one if a preset has it too.
  var value: JSON5Node
  /// Where it is from.
  var origin: RenovateOrigin
}

/// A part of the configuration that applies to some dependencies: an element of `packageRules`, or an
/// object such as `major` or `npm`.
struct RenovateRule: Hashable, Sendable {
  /// Where it is from.
  var origin: RenovateOrigin
  /// Its conditions and settings, with those of presets.
  var options: [RenovateOption]
  /// Whether it is the object of a manager, such as `npm`, which decides whether files are read.
  var isOfManager = false
  /// A preset of the rule that isn't read, and might have conditions.
  var unreadPreset: String?
}

/// The options that are carried over, and the reports about the others.
struct ImportLedger: Sendable {
  private(set) var carried: [CarriedOption] = []
  private(set) var findings: [Finding] = []

  /// Notes that a key of the new file has an option.
  mutating func carry(_ origin: RenovateOrigin, to key: String) {
    let option = CarriedOption(path: origin.path, location: origin.location, key: key)
    if !carried.contains(option) { carried.append(option) }
  }

  /// Reports an option that the new file doesn't have.
  mutating func lose(_ origin: RenovateOrigin, _ reason: String) {
    report(.warning, origin, reason)
  }

  /// Reports something that doesn't change what happens.
  mutating func note(_ origin: RenovateOrigin, _ reason: String) {
    report(.note, origin, reason)
  }

  /// Reports an option whose key this version doesn't read.
  mutating func withdraw(_ origin: RenovateOrigin, _ key: String) {
    if origin.preset == nil { carried.removeAll { $0.path == origin.path } }
    lose(origin, "needs the key '\(key)', which this version of martlet doesn't read")
  }

  private mutating func report(
    _ severity: Finding.Severity, _ origin: RenovateOrigin, _ reason: String
  ) {
    let preset = origin.preset.map { " of the preset '\($0.printableLine)'" } ?? ""
    let name = origin.path.printableLine
    let message =
      origin.preset == nil ? "'\(name)' \(reason)" : "'\(name)': a part\(preset) \(reason)"
    let finding = Finding(severity, message, at: origin.location)
    if !findings.contains(finding) { findings.append(finding) }
  }
}
