package import Ecosystem
package import Text
import YAML

/// The reading of a repository's file with the presets that it extends.
///
/// It does no I/O: while `wanted` is set, the caller fetches that preset and adds it.
///
///     var reading = RepositoryReading(source, rules, ecosystems: ecosystems, within: operatorFile)
///     while let preset = reading.wanted { reading.add(try await fetch(preset)) }
///     let decoded = reading.decoded()
package struct RepositoryReading: Sendable {
  /// The maximum length of a chain of presets.
  static let longestChain = 10

  /// The preset to fetch next; nil if the file can be decoded.
  package private(set) var wanted: LocatedPreset?

  private let ecosystems: EcosystemCatalog
  private let rules: FileRules
  private let limits: OperatorFile
  private let path: String
  /// The file, then its preset, then that one's, and so on.
  private var layers: [Node] = []
  private var chain: [PresetReference] = []
  private var decoding = Decoding(schema: .ruby)

  /// Parses the repository's own file.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - rules: how its keys are read.
  ///   - ecosystems: the ecosystems that are served.
  ///   - limits: the operator's file, with its presets and defaults.
  package init(
    _ source: SourceText, _ rules: FileRules, ecosystems: EcosystemCatalog,
    within limits: OperatorFile = OperatorFile()
  ) {
    self.ecosystems = ecosystems
    self.rules = rules
    self.limits = limits
    path = source.file
    read(source)
  }

  /// Adds the preset that was wanted.
  package mutating func add(_ source: SourceText) {
    wanted = nil
    read(source)
  }

  /// Reports that the wanted preset can't be read.
  package mutating func fail(_ reason: String) {
    guard let preset = wanted else { return }
    wanted = nil
    decoding.report(
      .error, "the preset '\(preset.reference)' cannot be used: \(reason)", at: preset.location)
  }

  private mutating func read(_ source: SourceText) {
    let repeatedKeys: Finding.Severity = .warning
    if let root = decoding.parse(source, repeatedKeys: repeatedKeys) { read(root) }
  }

  private mutating func read(_ root: Node) {
    layers.append(root)
    guard let node = root["extends"],
      let reference = Shape<PresetReference>.preset.decode(node, &decoding)
    else { return }
    follow(LocatedPreset(reference: reference, location: node.location))
  }

  private mutating func follow(_ preset: LocatedPreset) {
    let fault: String? =
      if chain.contains(preset.reference) {
        "'extends' leads back to \(preset.reference)"
      } else if chain.count == Self.longestChain {
        "more than \(Self.longestChain) presets extend each other"
      } else {
        nil
      }
    if let fault { return decoding.report(.error, fault, at: preset.location) }
    chain.append(preset.reference)
    guard case .named(let name) = preset.reference else {
      wanted = preset
      return
    }
    if let own = limits.presets.first(where: { $0.name == name }) { return read(own.content) }
    let names = limits.presets.map(\.name)
    let hint = nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    decoding.report(
      .error, "the operator's file has no preset '\(name)'\(hint)", at: preset.location)
  }

  /// Merges the presets under the file and decodes it; call it when no preset is wanted.
  package func decoded() -> Decoded<RepositoryFile> {
    var decoding = decoding
    guard decoding.errors.isEmpty, var root = layers.first else {
      return Decoded(value: nil, findings: decoding.findings.sortedByLocation())
    }
    for preset in layers.dropFirst() {
      guard canMerge(root, over: preset) else {
        decoding.report(
          .error, "has too many entries to merge with '\(preset.location.file)'", at: root.location)
        return Decoded(value: nil, findings: decoding.findings.sortedByLocation())
      }
      root = merge(root, over: preset)
    }
    if layers.count > 1 { root = root.withoutExtends }
    if limits.defaultsApply == .always, let defaults = limits.defaultsContent {
      root = apply(defaults: defaults, to: root)
    }
    let value = Shape.repositoryFile(ecosystems, rules).decode(root, &decoding)
    return decoding.result(value.map(markingInherited))
  }

  private func markingInherited(_ file: RepositoryFile) -> RepositoryFile {
    var file = file
    file.updates = file.updates.map { entry in
      var entry = entry
      entry.isInherited = entry.location.file != path
      return entry
    }
    return file
  }
}

extension Node {
  /// The file without the key that has been followed, so that missing keys are reported.
  fileprivate var withoutExtends: Node {
    entries.map { replacing(entries: $0.filter { $0.name != "extends" }) } ?? self
  }
}
